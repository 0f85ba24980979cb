package driver;

import java.util.List;
import java.util.Map;

/** A position in which it is your turn. */
public class State {
    /** Every valid move. */
    public List<String> moves;

    // In all games but CLUSTER:
    /** 0: you move first in the game; 1: second. */
    public int me;
    /** The numbers of the setup: height, width and so on. */
    public List<Integer> settings;
    /** fitz: the tiles, five rows each. */
    public List<List<String>> tiles;
    /** The number of plies that were made. */
    public int ply;
    /** The turns since your last one: "0 DROP 3". */
    public List<String> news;
    /** The rest of the position: locks, discs, or the next tile. */
    public List<Integer> numbers;
    /** Rows of characters; the first character of the first row is the top left cell. */
    public List<String> board;

    // In CLUSTER:
    /** The neighbours of each cell in directions 0 to 5; -1: none. */
    public Map<Integer, List<Integer>> neighbours;
    /** The top cells of each column under gravity 0 to 5. */
    public Map<Integer, List<Integer>> tops;
    /** The numbers of pellets by colour, as they were at the start: yours and the opponent's. */
    public List<Map<Integer, Integer>> bags;
    /** 0 to 5. */
    public int gravity;
    /** The columns that are not full, and their top cells. */
    public Map<Integer, Integer> columns;
    /** The pellets on the board by their index: cell, colour, and 1 if it is yours. */
    public Map<Integer, List<Integer>> pellets;
    /** The colours of the pellets that you have drawn. */
    public List<Integer> hand;
}

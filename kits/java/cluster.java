// A bot for CLUSTER. It parses each block into variables, and plays a random valid move.
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.io.IOException;
import java.io.StreamTokenizer;

class Bot {
    record Pellet(int cell, int colour, int mine) {}
    static final StreamTokenizer in = new StreamTokenizer(new java.io.InputStreamReader(System.in));
    static final Random random = new Random();

    /** Your part: return "PLACE column colour" or "ROTATE cycles". `columns` lists the columns that are not full: {column, top}. */
    static String choose(int gravity, int[][] columns, Map<Integer, Pellet> pellets, int[][] hand) {
        return "PLACE " + columns[random.nextInt(columns.length)][0] + " " + hand[random.nextInt(hand.length)][0];
    }

    static int number() throws IOException {
        if (in.nextToken() == StreamTokenizer.TT_EOF) System.exit(0); // the input ends when the game does
        return (int) in.nval;
    }
    /** Reads the number of rows, and then the rows of `width` numbers each. */
    static int[][] table(int width) throws IOException {
        int[][] rows = new int[number()][width];
        for (int[] row : rows) for (int i = 0; i < width; i++) row[i] = number();
        return rows;
    }

    public static void main(String[] arguments) throws IOException {
        for (;;) {
            // The setup block is sent once in a game, before the first turn.
            int[][] neighbours = table(7); // cell, and its neighbours in directions 0 to 5; -1: none
            int[][] tops = table(7); // column, and its top cell under gravity 0 to 5
            int[][] myBag = table(2), opponentsBag = table(2); // colour, and the number of its pellets
            Map<Integer, Pellet> pellets = new HashMap<>(); // by index, with the current cells
            for (int gravity; (gravity = number()) >= 0; ) { // -1: another game follows (with --reuse)
                // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
                int[][] columns = table(2);
                for (int[] row : table(4)) pellets.put(row[0], new Pellet(row[1], row[2], row[3])); // new pellets
                for (int[] row : table(2)) pellets.compute(row[0], (i, p) -> new Pellet(row[1], p.colour, p.mine)); // moved pellets
                int[][] hand = table(1); // the colours that you have drawn
                // Print one line for each turn. Print notes to System.err; `referee --stderr` shows them.
                System.out.println(choose(gravity, columns, pellets, hand));
                System.out.flush(); // so that the line does not stay in a buffer
            }
        }
    }
}

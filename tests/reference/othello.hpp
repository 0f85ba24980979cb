// A second Othello, slow and simple. The tests compare the rule core with it.
//
// It follows RULES.md directly, shares no code with games/, and is meant to be read beside the rules, line by line. The
// board is a list of strings, and lines are walked cell by cell.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace reference {

/// A game of Othello in progress. Players are 0 (black) and 1 (white).
struct Othello {
    explicit Othello(int max_plies);

    int max_plies;
    std::vector<std::string> board;  ///< board[row][column]: '.', 'B' or 'W'; row 0 is labelled 1
    int to_move = 0;
    int plies = 0;
    bool over = false;
    int winner = -1;     ///< if the game is over: 0, 1, or -1 for a draw
    std::string reason;  ///< why the game is over

    /// The cells where the player to move can place a disc, row by row; only `PASS` if there are no such cells. Empty
    /// if the game is over.
    std::vector<std::string> legal_moves() const;
    /// Requires: legal_moves() contains `move`.
    void play(const std::string& move);

    /// The discs (row, column) that turn if `player` places a disc here. Empty if the cell is taken.
    std::vector<std::pair<int, int>> outflanked(int player, int row, int column) const;
    /// Every cell where `player` outflanks at least one disc.
    std::vector<std::string> cells_for(int player) const;
    int discs(int player) const;

    /// {"board":[rows]} without white space.
    std::string frame() const;

private:
    char at(int row, int column) const;
    void look_at_end();
};

/// The number of sequences of exactly `depth` plies. Games that end sooner don't count.
std::uint64_t perft(const Othello& game, int depth);

}  // namespace reference

// A second Magnetic Cave, slow and simple. The tests compare the rule core with it.
//
// It follows RULES.md directly, shares no code with games/, and is meant to be read beside the rules, line by line. The
// cave is a list of strings, and lines are walked cell by cell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reference {

/// A game of Magnetic Cave in progress. Players are 0 (X) and 1 (O).
struct MagneticCave {
    explicit MagneticCave(int max_plies);

    int max_plies;
    std::vector<std::string> cave;  ///< cave[line][column]: '.', 'X' or 'O'; line 0 is row 8, line 7 is row 1
    int to_move = 0;
    int plies = 0;
    bool over = false;
    int winner = -1;     ///< if the game is over: 0, 1, or -1 for a draw
    std::string reason;  ///< why the game is over

    /// The cells that can take a brick, from A8 to H8 and so on down to row 1. Empty if the game is over.
    std::vector<std::string> legal_moves() const;
    /// Requires: legal_moves() contains `move`.
    void play(const std::string& move);

    /// Whether a brick holds here. The cell must be empty, and at a wall or beside a brick.
    bool holds(int line, int column) const;
    /// Whether `player` has five bricks in a row in any direction.
    bool has_five(int player) const;

    /// {"board":[rows]} without white space.
    std::string frame() const;

private:
    char at(int line, int column) const;
};

/// The number of sequences of exactly `depth` plies. Games that end sooner don't count.
std::uint64_t perft(const MagneticCave& game, int depth);

}  // namespace reference

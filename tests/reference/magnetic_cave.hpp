// A second Magnetic Cave, slow and obvious, for the tests to hold the rule core against.
//
// It is written straight from RULES.md, shares no code with games/, and is meant to be read beside the rules, line by
// line. The cave is a list of strings, and lines are walked cell by cell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reference {

/// A game of Magnetic Cave under way. Players are 0 (X) and 1 (O).
struct MagneticCave {
    explicit MagneticCave(int max_plies);

    int max_plies;
    std::vector<std::string> cave;  ///< cave[line][column]: '.', 'X' or 'O'; line 0 is row 8, line 7 is row 1
    int to_move = 0;
    int plies = 0;
    bool over = false;
    int winner = -1;     ///< of a game that is over: 0, 1, or -1 for a draw
    std::string reason;  ///< why the game is over

    /// The cells that take a brick, row 8 from A to H first, row 1 last; nothing once the game is over.
    std::vector<std::string> legal_moves() const;
    /// Requires: legal_moves() holds `move`.
    void play(const std::string& move);

    /// Whether a brick holds here: the cell is empty, and at a wall or beside a brick.
    bool holds(int line, int column) const;
    /// Whether five bricks of `player` in a row lie in some direction.
    bool has_five(int player) const;

    /// {"board":[rows]} without any white space.
    std::string frame() const;

private:
    char at(int line, int column) const;
};

/// The number of sequences of exactly `depth` plies; a game that ends sooner adds nothing.
std::uint64_t perft(const MagneticCave& game, int depth);

}  // namespace reference

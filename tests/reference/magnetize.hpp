// A second Magnetize, slow and simple. The tests compare the rule core with it.
//
// It follows RULES.md directly, shares no code with games/, and is meant to be read beside the rules, line by line. It
// uses no tricks: the board is a list of strings, and pieces move one at a time, one cell at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace reference {

struct Settings {
    int height;
    int width;
    int square;
    int maglock;
    int max_plies;
};

enum class Result { none_yet, black_won, white_won, draw };

inline constexpr char empty = '.';
inline constexpr int black = 0;  ///< moves first, its pieces are '*', its magnet pulls left
inline constexpr int white = 1;  ///< its pieces are 'o', its magnet pulls right

/// A game of Magnetize in progress. Players are 0 (black) and 1 (white).
struct Magnetize {
    explicit Magnetize(const Settings& settings);

    Settings settings;
    std::vector<std::string> board;  ///< board[row][column], row 0 on top, column 0 on the left
    std::array<int, 2> locks{};      ///< by player; the player's magnet is on while this is above 0
    int to_move = black;
    int plies = 0;
    std::vector<int> lost;  ///< the players who lost a turn after the last ply, in order
    Result result = Result::none_yet;
    std::string reason;  ///< why the game is over

    /// `DROP c` for each column that has room, from the left, then `MAGNET`. Empty if the game is over.
    std::vector<std::string> legal_moves() const;
    /// Makes a ply and takes the lost turns that follow it. Requires: legal_moves() contains `move`.
    void play(const std::string& move);

    /// Slides and drops pieces until nothing moves. Returns the number of rounds in which something moved.
    int settle(int slides_first);
    bool has_square(int player) const;

    /// The packed board: 16 cells per number. The first cell is the least significant base-4 digit.
    std::vector<std::uint32_t> packed() const;
    /// {"board":[rows],"locks":[black's,white's],"bits":[packed board]} without white space.
    std::string frame() const;

private:
    void drop(int player, int column);
    void lose_turn();
    bool slide(int player);
    bool fall();
    void look_at_result();
};

/// The number of sequences of exactly `depth` plies. Games that end sooner don't count.
std::uint64_t perft(const Magnetize& game, int depth);

}  // namespace reference

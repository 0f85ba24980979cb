// The rules of Magnetic Cave on bitboards: where a brick holds, and whether five bricks are in a line.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "games/game.hpp"
#include "games/hash.hpp"

namespace games::magnetic_cave {

/// The bricks, and the side to move. Bit 0 is A8, and bit 63 is H1. The default is the usual start position.
struct Position {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    Side to_move = Side::first;
    friend bool operator==(const Position&, const Position&) = default;
};

/// The maximum number of plies: the board is full after them.
inline constexpr int longest_game = 64;

/// The settings of a match. A valid one has max_plies 1..longest_game.
struct Config {
    int max_plies = longest_game;
    Position position = {};  ///< before the first ply; the game is not over in it
};

/// A brick put on a cell. Cells are numbered in reading order with row 8 on top: A8 is 0, B8 is 1, A7 is 8, H1 is 63.
struct Move {
    std::uint8_t cell;  ///< no default value, so that creating a list of moves costs nothing

    friend constexpr bool operator==(Move, Move) = default;
};

/// A direction in which five bricks win: the distance from one brick to the next, and the cells where such a line can
/// begin without crossing the edge.
struct Line {
    int step;
    std::uint64_t starts;
};

/// The number of bricks in a line that wins.
inline constexpr int line_length = 5;

/// All directions of lines.
inline constexpr std::array<Line, 4> lines = {{
    {1, 0x0f0f0f0f0f0f0f0fu},  // to the right, from columns A to D
    {8, 0x00000000ffffffffu},  // down, from rows 8 to 5
    {9, 0x000000000f0f0f0fu},  // down to the right
    {7, 0x00000000f0f0f0f0u},  // down to the left, from columns E to H
}};

/// The cells where lines of five of these bricks begin.
constexpr std::uint64_t starts_of(const Line& line, std::uint64_t bricks) {
    const std::uint64_t pairs = bricks & bricks >> line.step;
    const std::uint64_t fours = pairs & pairs >> 2 * line.step;
    return fours & bricks >> 4 * line.step & line.starts;
}

/// Whether five or more of these bricks are in a line.
constexpr bool has_line(std::uint64_t bricks) {
    std::uint64_t found = 0;
    for (const Line& line : lines)
        found |= starts_of(line, bricks);
    return found != 0;
}

/// The bricks that are in lines of five or more.
constexpr std::uint64_t bricks_in_lines(std::uint64_t bricks) {
    std::uint64_t found = 0;
    for (const Line& line : lines) {
        for (int i = 0; i < line_length; ++i)
            found |= starts_of(line, bricks) << i * line.step;
    }
    return found;
}

/// The cells where a brick may be placed: empty cells in a wall column, or beside a brick in the same row.
constexpr std::uint64_t open_cells(std::uint64_t bricks) {
    constexpr std::uint64_t wall_columns = 0x8181818181818181u;
    // A bit that a shift carries across the edge lands in a wall column, where every empty cell is open anyway.
    return (wall_columns | bricks << 1 | bricks >> 1) & ~bricks;
}

/// Magnetic Cave. Rules: RULES.md in this folder.
class MagneticCave {
public:
    /// The interface of games::Rules.
    using Move = magnetic_cave::Move;
    /// Bricks grow from both walls, so each row has at most two open cells.
    using Moves = MoveList<Move, 16>;

    /// The position from the point of view of the side to move, so that a search need not know which side that is.
    struct State {
        std::uint64_t own;    ///< bricks of the side to move
        std::uint64_t other;  ///< bricks of the opponent
        Side to_move;
        std::uint8_t plies;
        Outcome outcome;
        friend bool operator==(const State&, const State&) = default;
    };

    /// Requires: `config` is valid.
    explicit MagneticCave(const Config& config) : config_(config) {}

    const Config& config() const { return config_; }
    State start() const { return at(config_.position); }
    /// The state of a given start position, before the first ply.
    State at(const Position& position) const;
    Side to_move(const State& state) const { return state.to_move; }
    Outcome outcome(const State& state) const { return state.outcome; }
    /// "five in a line", "board full" or "ply limit".
    std::string_view reason(const State& state) const;
    int plies(const State& state) const { return state.plies; }

    /// The interface of games::Hashed.
    std::uint64_t key(const State& state) const { return mix(mix(hash_of(state.to_move), state.own), state.other); }

    /// Lists the cells in reading order.
    void moves(const State& state, Moves& moves) const;
    /// The number of moves that moves() would list.
    std::size_t count_moves(const State& state) const;
    /// Whether moves() would list this move.
    bool legal(const State& state, Move move) const;
    /// Makes a move. Requires: legal(state, move).
    void play(State& state, Move move) const;

    /// The bricks of a side.
    std::uint64_t bricks(const State& state, Side side) const {
        return side == state.to_move ? state.own : state.other;
    }

private:
    static constexpr std::uint64_t full_board = ~std::uint64_t{0};

    Config config_;
};

inline MagneticCave::State MagneticCave::at(const Position& position) const {
    const bool first_moves = position.to_move == Side::first;
    State state{position.first, position.second, position.to_move, 0, Outcome::ongoing};
    if (!first_moves) std::swap(state.own, state.other);
    if (has_line(state.own)) {
        state.outcome = won(state.to_move);
    } else if (has_line(state.other)) {
        state.outcome = won(opponent(state.to_move));
    } else if ((state.own | state.other) == full_board) {
        state.outcome = Outcome::drawn;
    }
    return state;
}

inline std::string_view MagneticCave::reason(const State& state) const {
    if (!is_over(state.outcome)) return "";
    if (state.outcome != Outcome::drawn) return "five in a line";
    return (state.own | state.other) == full_board ? "board full" : "ply limit";
}

inline void MagneticCave::moves(const State& state, Moves& moves) const {
    moves.clear();
    if (is_over(state.outcome)) return;
    for (std::uint64_t open = open_cells(state.own | state.other); open != 0; open &= open - 1) {
        moves.push_back(Move{static_cast<std::uint8_t>(std::countr_zero(open))});
    }
}

inline std::size_t MagneticCave::count_moves(const State& state) const {
    if (is_over(state.outcome)) return 0;
    return static_cast<std::size_t>(std::popcount(open_cells(state.own | state.other)));
}

inline bool MagneticCave::legal(const State& state, Move move) const {
    return !is_over(state.outcome) && move.cell < 64 && (open_cells(state.own | state.other) >> move.cell & 1) != 0;
}

inline void MagneticCave::play(State& state, Move move) const {
    assert(legal(state, move));
    const Side mover = state.to_move;
    state.own |= std::uint64_t{1} << move.cell;
    if (has_line(state.own)) {
        state.outcome = won(mover);
    } else if ((state.own | state.other) == full_board || state.plies + 1 >= config_.max_plies) {
        state.outcome = Outcome::drawn;
    }
    std::swap(state.own, state.other);
    state.to_move = opponent(mover);
    ++state.plies;
}

}  // namespace games::magnetic_cave

// The rules of Othello on bitboards: the legal cells, the discs that turn, and the end of the game.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "games/game.hpp"
#include "games/hash.hpp"
#include "games/othello/bitboard.hpp"

namespace games::othello {

/// The discs, and the side to move. Bit 0 is a1, and bit 63 is h8. The default is the usual start position.
struct Position {
    std::uint64_t black = std::uint64_t{1} << 28 | std::uint64_t{1} << 35;
    std::uint64_t white = std::uint64_t{1} << 27 | std::uint64_t{1} << 36;
    Side to_move = Side::first;
    friend bool operator==(const Position&, const Position&) = default;
};

/// More plies than any game can have: there are at most 60 moves, and never two passes in a row.
inline constexpr int longest_game = 128;

/// The settings of a match. A valid one has max_plies 1..longest_game.
struct Config {
    int max_plies = longest_game;
    Position position = {};  ///< before the first ply; the game is not over in it
};

/// A disc placed on a cell, or a pass. Cells are numbered in reading order: a1 is 0, b1 is 1, h8 is 63.
struct Move {
    static constexpr std::uint8_t pass_code = 64;

    std::uint8_t code;  ///< no default value, so that creating a list of moves costs nothing

    static constexpr Move place(int cell) { return Move{static_cast<std::uint8_t>(cell)}; }
    static constexpr Move pass() { return Move{pass_code}; }
    constexpr bool is_pass() const { return code == pass_code; }
    /// Requires: !is_pass().
    constexpr int cell() const {
        assert(!is_pass());
        return code;
    }
    friend constexpr bool operator==(Move, Move) = default;
};

/// Othello. Black is Side::first, white Side::second. Rules: RULES.md in this folder.
class Othello {
public:
    /// The interface of games::Rules.
    using Move = othello::Move;
    /// No known position has more than 33 moves. At the start 60 cells are empty.
    using Moves = MoveList<Move, 60>;

    /// The position from the point of view of the side to move, so that a search need not know which side that is.
    struct State {
        std::uint64_t own;    ///< discs of the side to move
        std::uint64_t other;  ///< discs of the opponent
        std::uint64_t open;   ///< the cells where the side to move may place a disc; derived from the discs, but stored
                              ///< because every play() has to compute it anyway
        Side to_move;
        std::uint8_t plies;
        Outcome outcome;
        friend bool operator==(const State&, const State&) = default;
    };

    /// Requires: `config` is valid.
    explicit Othello(const Config& config) : config_(config) {}

    const Config& config() const { return config_; }
    State start() const { return at(config_.position); }
    /// The state of a given start position, before the first ply.
    State at(const Position& position) const;
    Side to_move(const State& state) const { return state.to_move; }
    Outcome outcome(const State& state) const { return state.outcome; }
    /// "disc count" or "ply limit".
    std::string_view reason(const State& state) const;
    int plies(const State& state) const { return state.plies; }

    /// The interface of games::Hashed.
    std::uint64_t key(const State& state) const { return mix(mix(hash_of(state.to_move), state.own), state.other); }

    /// Lists the cells in reading order, or a pass if there is none.
    void moves(const State& state, Moves& moves) const;
    /// The number of moves that moves() would list.
    std::size_t count_moves(const State& state) const;
    /// Whether moves() would list this move.
    bool legal(const State& state, Move move) const;
    /// Makes a move. Requires: legal(state, move).
    void play(State& state, Move move) const;

    /// The discs of a side.
    std::uint64_t discs(const State& state, Side side) const { return side == state.to_move ? state.own : state.other; }

private:
    /// The discs and the open cells after a move.
    static Placed after(const State& state, Move move);
    /// The outcome if the side with more discs wins.
    static Outcome by_discs(const State& state);

    Config config_;
};

inline Othello::State Othello::at(const Position& position) const {
    const bool black_moves = position.to_move == Side::first;
    const std::uint64_t own = black_moves ? position.black : position.white;
    const std::uint64_t other = black_moves ? position.white : position.black;
    State state{own, other, moves_of(own, other), position.to_move, 0, Outcome::ongoing};
    if (state.open == 0 && moves_of(other, own) == 0) state.outcome = by_discs(state);
    return state;
}

inline std::string_view Othello::reason(const State& state) const {
    if (!is_over(state.outcome)) return "";
    const bool stuck = (state.open | moves_of(state.other, state.own)) == 0;
    return stuck ? "disc count" : "ply limit";
}

inline void Othello::moves(const State& state, Moves& moves) const {
    moves.clear();
    if (is_over(state.outcome)) return;
    for (std::uint64_t open = state.open; open != 0; open &= open - 1)
        moves.push_back(Move::place(std::countr_zero(open)));
    if (state.open == 0) moves.push_back(Move::pass());
}

inline std::size_t Othello::count_moves(const State& state) const {
    if (is_over(state.outcome)) return 0;
    return state.open == 0 ? 1 : static_cast<std::size_t>(std::popcount(state.open));
}

inline bool Othello::legal(const State& state, Move move) const {
    if (is_over(state.outcome)) return false;
    if (move.is_pass()) return state.open == 0;
    return move.code < 64 && (state.open >> move.cell() & 1) != 0;
}

inline Placed Othello::after(const State& state, Move move) {
    if (move.is_pass()) return {state.other, state.own, moves_of(state.other, state.own)};
#if defined(__x86_64__)
    if (has_avx2()) return placed_avx2(move.cell(), state.own, state.other);
#endif
    return placed(move.cell(), state.own, state.other);
}

inline void Othello::play(State& state, Move move) const {
    assert(legal(state, move));
    const auto [own, other, open] = after(state, move);
    state.own = own;
    state.other = other;
    state.open = open;
    state.to_move = opponent(state.to_move);
    ++state.plies;
    if (state.open == 0 && moves_of(state.other, state.own) == 0) {
        state.outcome = by_discs(state);
    } else if (state.plies >= config_.max_plies) {
        state.outcome = Outcome::drawn;
    }
}

inline Outcome Othello::by_discs(const State& state) {
    const int lead = std::popcount(state.own) - std::popcount(state.other);
    if (lead == 0) return Outcome::drawn;
    return won(lead > 0 ? state.to_move : opponent(state.to_move));
}

}  // namespace games::othello

// The rules of tic-tac-toe: three marks in a line win, and a full board without such a line is a draw.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <string_view>

#include "games/game.hpp"

namespace games::tic_tac_toe {

/// A cell, in reading order: a1 is 0, c3 is 8.
struct Move {
    std::uint8_t cell;
    friend constexpr bool operator==(Move, Move) = default;
};

/// Tic-tac-toe. X is Side::first.
class TicTacToe {
public:
    using Move = tic_tac_toe::Move;
    using Moves = MoveList<Move, 9>;

    /// The cells of each side. Bit i is cell i.
    struct State {
        std::array<std::uint16_t, 2> cells{};
        friend bool operator==(const State&, const State&) = default;
    };

    State start() const { return {}; }
    int plies(const State& state) const { return std::popcount(taken(state)); }
    Side to_move(const State& state) const { return side_of(plies(state) % 2); }

    Outcome outcome(const State& state) const {
        for (const Side side : {Side::first, Side::second}) {
            if (has_line(state.cells[static_cast<std::size_t>(index(side))])) return won(side);
        }
        return plies(state) == 9 ? Outcome::drawn : Outcome::ongoing;
    }
    std::string_view reason(const State& state) const {
        switch (outcome(state)) {
            case Outcome::ongoing: return "";
            case Outcome::drawn: return "board full";
            case Outcome::first_won:
            case Outcome::second_won: break;
        }
        return "three in a line";
    }

    void moves(const State& state, Moves& moves) const {
        moves.clear();
        for (std::uint8_t cell = 0; cell < 9; ++cell) {
            if (legal(state, {cell})) moves.push_back({cell});
        }
    }
    bool legal(const State& state, Move move) const {
        return move.cell < 9 && (taken(state) >> move.cell & 1) == 0 && !is_over(outcome(state));
    }
    void play(State& state, Move move) const {
        assert(legal(state, move));
        state.cells[static_cast<std::size_t>(index(to_move(state)))] |= static_cast<std::uint16_t>(1u << move.cell);
    }

private:
    static std::uint16_t taken(const State& state) {
        return static_cast<std::uint16_t>(state.cells[0] | state.cells[1]);
    }
    static bool has_line(unsigned cells) {
        for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
            if ((cells & line) == line) return true;
        }
        return false;
    }
};

}  // namespace games::tic_tac_toe

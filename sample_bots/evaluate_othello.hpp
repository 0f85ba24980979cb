// The sample bots' knowledge of Othello: moves to choose from, corners, discs that can never be turned, and a solver
// for the end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "games/game.hpp"
#include "games/othello/rules.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/othello/endgame.hpp"
#include "sample_bots/othello/patterns.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/thoughts.hpp"

namespace sample_bots {

/// Othello for the search: see `Known`.
template <>
class Knowledge<games::othello::Othello> {
public:
    using Rules = games::othello::Othello;
    using State = Rules::State;
    using Move = Rules::Move;

    static constexpr bool reduces_late_moves = true;
    static constexpr std::size_t slots = 65;

    explicit Knowledge(const Rules&) {}

    int evaluate(const State& state) const {
        const int score = good_for_mover(state);
        return state.to_move == games::Side::first ? score : -score;
    }
    /// The last disc decides, so nothing short of playing tells.
    bool wins_at_once(const State&) const { return false; }
    std::uint64_t key(const State& state) const {
        return mix(mix(static_cast<std::uint64_t>(games::index(state.to_move)), state.own), state.other);
    }
    std::size_t slot(const State&, Move move) const { return move.code; }

    /// Whether so few cells are empty that the solver may come to an end in this time.
    static bool may_solve(const State& state, const SearchClock& clock) {
        const int empty = 64 - std::popcount(state.own | state.other);
        return state.open != 0 && empty <= most_solved(clock);
    }
    /// The move that wins by most discs, or at least wins or draws if there is no time for more. Nothing if there is no
    /// time for that either. Requires: may_solve().
    std::optional<Move> solve(const State& state, const SearchClock& clock, Thoughts<Move>& thoughts);

private:
    using Cells = std::uint64_t;

    static constexpr Cells file_a = 0x0101010101010101u;
    static constexpr Cells file_h = 0x8080808080808080u;
    static constexpr Cells corners = 0x8100000000000081u;
    static constexpr Cells inside_corners = 0x0042000000004200u;  ///< b2, g2, b7 and g7
    static constexpr Cells edges = 0xff818181818181ffu;

    static Cells sideways(Cells cells) { return (cells & ~file_h) << 1 | (cells & ~file_a) >> 1; }
    static Cells neighbours(Cells cells) {
        const Cells row = cells | sideways(cells);
        return (row | row << 8 | row >> 8) & ~cells;
    }

    static Cells stable(Cells own);
    static int good_for_mover(const State& state);
    static int most_solved(const SearchClock& clock);

    othello::PatternEvaluation patterns_;  ///< only helps the solver
    std::optional<othello::EndgameTable> table_;
};

/// Twice the time is enough for about half an empty cell more.
inline int Knowledge<games::othello::Othello>::most_solved(const SearchClock& clock) {
    const auto time = clock.time();
    if (!time) return 13;
    int empty = 13;
    for (double left = static_cast<double>(time->count()); left > 12000 && empty < 26; left /= 3.2)
        ++empty;
    return empty;
}

inline auto Knowledge<games::othello::Othello>::solve(const State& state, const SearchClock& clock,
                                                      Thoughts<Move>& thoughts) -> std::optional<Move> {
    constexpr int table_bits = 20;
    if (!table_) table_.emplace(table_bits);
    const auto search = [&](int alpha, int beta, int percent) {
        const std::uint64_t before = thoughts.nodes;
        const auto result = othello::solve_endgame(
            patterns_, state.own, state.other, alpha, beta, *table_,
            othello::EndgameClock([&, before](auto seen) { return clock.is_over(before + seen, percent); }));
        thoughts.nodes += result.nodes;
        return result;
    };
    const auto winner = search(-1, 1, 55);  // the rest is for a look ahead
    if (!winner.complete) return std::nullopt;
    std::optional<Move> best = Move::place(winner.cell);
    if (winner.lead == 0) return best;
    const auto exact = winner.lead > 0 ? search(winner.lead - 1, 64, 100) : search(-64, winner.lead + 1, 100);
    if (exact.complete) best = Move::place(exact.cell);
    return best;
}

/// Discs that can't be turned any more because, along each axis, they lean on the edge or on another such disc. (Those
/// in full lines are left out.)
inline auto Knowledge<games::othello::Othello>::stable(Cells own) -> Cells {
    if ((own & corners) == 0) return 0;
    Cells found = 0;
    for (;;) {
        const Cells left = (found & ~file_h) << 1;
        const Cells right = (found & ~file_a) >> 1;
        const Cells row = left | right | file_a | file_h;
        const Cells column = found << 8 | found >> 8 | 0xff000000000000ffu;
        const Cells falling = left << 8 | right >> 8 | edges;
        const Cells rising = left >> 8 | right << 8 | edges;
        const Cells more = own & row & column & falling & rising;
        if (more == found) return found;
        found = more;
    }
}

/// The weights were found by games against other weights; they hold for looks of a few plies ahead.
inline int Knowledge<games::othello::Othello>::good_for_mover(const State& state) {
    constexpr int move_weight = 10;
    constexpr int frontier_weight = 5;  // empty cells beside the other's discs: moves that may come
    constexpr int corner_weight = 60;
    constexpr int risk_weight = 25;  // discs diagonally beside an empty corner give it away
    constexpr int stable_weight = 18;
    constexpr int late = 14;  // empty cells left when discs begin to count
    const auto lead = [](Cells mine, Cells theirs) { return std::popcount(mine) - std::popcount(theirs); };

    const Cells empty = ~(state.own | state.other);
    const Cells free = empty & corners;
    const Cells risky = inside_corners & (free << 9 | free << 7 | free >> 7 | free >> 9);
    int score = move_weight * lead(state.open, games::othello::moves_of(state.other, state.own));
    score += frontier_weight * lead(neighbours(state.other) & empty, neighbours(state.own) & empty);
    score += corner_weight * lead(state.own & corners, state.other & corners);
    score -= risk_weight * lead(state.own & risky, state.other & risky);
    score += stable_weight * lead(stable(state.own), stable(state.other));
    score += std::max(0, late - std::popcount(empty)) * lead(state.own, state.other);
    return score;
}

}  // namespace sample_bots

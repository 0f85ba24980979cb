// The sample bots' knowledge of Othello: learned pattern weights, and a solver for the endgame.
#pragma once

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

/// Othello's specialisation, see `Known`. Scores are hundredths of a disc of lead.
template <>
class Knowledge<games::othello::Othello> {
public:
    using Rules = games::othello::Othello;
    using State = Rules::State;
    using Move = Rules::Move;

    static constexpr bool reduces_late_moves = true;
    static constexpr bool sorts_by_evaluation = true;
    static constexpr int likely_margin = 250;
    static constexpr std::size_t slots = 65;

    explicit Knowledge(const Rules&, const othello::PatternEvaluation& patterns = {}) : patterns_(patterns) {}

    int evaluate(const State& state) const {
        const int moves_of_other = std::popcount(games::othello::moves_of(state.other, state.own));
        const int lead = patterns_(state.own, state.other, std::popcount(state.open), moves_of_other);
        const int score = lead * 100 / othello::PatternEvaluation::per_disc;
        return state.to_move == games::Side::first ? score : -score;
    }
    /// The last disc decides, so only a search can find a win.
    bool wins_at_once(const State&) const { return false; }
    /// The moves before the end is solved: the others take next to no time.
    static int moves_left(const State& state) { return (empty_cells(state) - solved_at_once) / 2; }
    std::size_t slot(const State&, Move move) const { return move.code; }

    /// Whether so few cells are empty that the solver may finish in the available time.
    static bool may_solve(const State& state, const SearchClock& clock) {
        return state.open != 0 && empty_cells(state) <= most_solved(clock);
    }
    /// The move that wins by the most discs. If time is short, a move that at least wins or draws. Nothing if there is
    /// not enough time for that either. Requires: may_solve().
    std::optional<Move> solve(const State& state, const SearchClock& clock, Thoughts<Move>& thoughts);

private:
    static constexpr int solved_at_once = 14;
    static int empty_cells(const State& state) { return 64 - std::popcount(state.own | state.other); }
    static int most_solved(const SearchClock& clock);

    othello::PatternEvaluation patterns_;
    std::optional<othello::EndgameTable> table_;
};

/// The maximum number of empty cells for the solver. Three times the time is enough for about one more empty cell.
inline int Knowledge<games::othello::Othello>::most_solved(const SearchClock& clock) {
    constexpr int most = 28;
    const auto time = clock.time();
    int empty = solved_at_once;
    for (double left = time ? static_cast<double>(time->count()) : 0; left > 12'000 && empty < most; left /= 3)
        ++empty;
    return empty;
}

inline auto Knowledge<games::othello::Othello>::solve(const State& state, const SearchClock& clock,
                                                      Thoughts<Move>& thoughts) -> std::optional<Move> {
    constexpr int table_bits = 19;  // 16 MB; together with the table of the search it fits into 64 MB
    if (!table_) table_.emplace(table_bits);
    const auto search = [&](int alpha, int beta, int percent) {
        const std::uint64_t before = thoughts.nodes;
        const auto result = othello::solve_endgame(
            patterns_, state.own, state.other, alpha, beta, *table_,
            othello::EndgameClock([&, before](auto seen) { return clock.is_over(before + seen, percent); }));
        thoughts.nodes += result.nodes;
        return result;
    };
    auto best = search(-1, 1, 55);  // the rest is for the normal search
    if (!best.complete) return std::nullopt;
    if (best.lead != 0) {
        const auto exact = best.lead > 0 ? search(best.lead - 1, 64, 100) : search(-64, best.lead + 1, 100);
        if (exact.complete) best = exact;
    }
    thoughts.depth = empty_cells(state);
    thoughts.score = 100 * best.lead;
    return Move::place(best.cell);
}

}  // namespace sample_bots

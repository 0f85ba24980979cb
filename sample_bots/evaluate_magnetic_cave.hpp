// The sample bots' knowledge of Magnetic Cave: counts lines of five that can still be completed, and uses the learned
// evaluation.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/game.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/patterns/magnetic_cave.hpp"
#include "sample_bots/patterns/magnetic_cave_gaps.hpp"
#include "sample_bots/weights.hpp"

namespace sample_bots {

/// Magnetic Cave's specialisation, see `Known`.
template <>
class Knowledge<games::magnetic_cave::MagneticCave> {
public:
    using Rules = games::magnetic_cave::MagneticCave;
    using State = Rules::State;
    using Move = Rules::Move;

    static constexpr bool reduces_late_moves = true;
    static constexpr bool sorts_by_evaluation = false;
    static constexpr std::size_t slots = 64;

    explicit Knowledge(const Rules& rules, std::span<const std::int8_t> weights = magnetic_cave_weights())
        : learned_(rules, weights) {}

    int evaluate(const State& state) const;
    bool wins_at_once(const State& state) const {
        return (magnetic_cave::lines_of(state.own, state.other).missing & open(state)) != 0;
    }
    /// Only a brick in the cell that the other side would fill prevents the line that it threatens.
    bool keep_answers(const State& state, Rules::Moves& moves) const {
        const Cells threats = magnetic_cave::lines_of(state.other, state.own).missing & open(state);
        if (threats == 0) return false;
        moves.clear();
        moves.push_back({static_cast<std::uint8_t>(std::countr_zero(threats))});
        return true;
    }
    int moves_left(const State& state) const { return (64 - std::popcount(state.own | state.other)) / 2; }
    std::size_t slot(const State&, Move move) const { return move.cell; }

private:
    using Cells = magnetic_cave::Cells;
    using Lines = magnetic_cave::Lines;

    static Cells open(const State& state) { return games::magnetic_cave::open_cells(state.own | state.other); }
    static int good(const Lines& lines, Cells open, bool to_move);

    patterns::Evaluation<Rules> learned_;
};

inline int Knowledge<games::magnetic_cave::MagneticCave>::good(const Lines& lines, Cells open, bool to_move) {
    constexpr std::array weights = {1, 4, 14, 30};
    constexpr int missing_weight = 40;  // a cell that wins as soon as it opens, so the opponent can't open it
    constexpr int threat_weight = 20;   // the opponent can answer it
    constexpr int win = 5000;
    int score = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        score += weights[i] * lines.holding[i];
    const int threats = std::popcount(lines.missing & open);
    if (to_move ? threats > 0 : threats > 1) score += win;
    return score + missing_weight * std::popcount(lines.missing & ~open) + threat_weight * threats;
}

inline int Knowledge<games::magnetic_cave::MagneticCave>::evaluate(const State& state) const {
    if (learned_.known()) {
        const int score = learned_(state) * 100 / patterns::per_log_odd;
        return state.to_move == games::Side::first ? score : -score;
    }
    const Cells open_now = open(state);
    const int own = good(magnetic_cave::lines_of(state.own, state.other), open_now, true);
    const int other = good(magnetic_cave::lines_of(state.other, state.own), open_now, false);
    return state.to_move == games::Side::first ? own - other : other - own;
}

}  // namespace sample_bots

// The sample bots' knowledge of Magnetic Cave: lines of five that can still be filled, and the cells that would fill
// them.
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
#include "sample_bots/weights.hpp"

namespace sample_bots {

/// Magnetic Cave for the search: see `Known`.
template <>
class Knowledge<games::magnetic_cave::MagneticCave> {
public:
    using Rules = games::magnetic_cave::MagneticCave;
    using State = Rules::State;
    using Move = Rules::Move;

    static constexpr bool reduces_late_moves = false;
    static constexpr bool sorts_by_evaluation = false;
    static constexpr std::size_t slots = 64;

    explicit Knowledge(const Rules& rules, std::span<const std::int8_t> weights = magnetic_cave_weights())
        : learned_(rules, weights) {}

    int evaluate(const State& state) const;
    bool wins_at_once(const State& state) const {
        return (lines_of(state.own, state.other).missing & open(state)) != 0;
    }
    /// Only a brick in the cell that the other side would fill prevents its line.
    bool keep_answers(const State& state, Rules::Moves& moves) const {
        const Cells threats = lines_of(state.other, state.own).missing & open(state);
        if (threats == 0) return false;
        moves.clear();
        moves.push_back({static_cast<std::uint8_t>(std::countr_zero(threats))});
        return true;
    }
    std::size_t slot(const State&, Move move) const { return move.cell; }

private:
    using Cells = std::uint64_t;

    /// The value of a side's places for a line that hold no brick of the other side.
    struct Lines {
        std::array<int, 4> holding{};  ///< how many hold 1, 2, 3 and 4 bricks of its own
        Cells missing = 0;             ///< the empty cells of those that hold 4
    };

    static Lines lines_of(Cells own, Cells other);
    static Cells open(const State& state) { return games::magnetic_cave::open_cells(state.own | state.other); }
    static int good(const Lines& lines, Cells open, bool to_move);

    patterns::Evaluation<Rules> learned_;
};

inline auto Knowledge<games::magnetic_cave::MagneticCave>::lines_of(Cells own, Cells other) -> Lines {
    Lines lines;
    for (const auto& [step, starts] : games::magnetic_cave::lines) {
        const auto at = [step = step](Cells cells, int place) { return cells >> place * step; };
        const Cells blocked = other | at(other, 1) | at(other, 2) | at(other, 3) | at(other, 4);
        const Cells alive = starts & ~blocked;
        // The bricks of all places are counted at once: ones, twos and fours are the digits of the numbers.
        const Cells first_three = own ^ at(own, 1) ^ at(own, 2);
        const Cells first_carry = (own & at(own, 1)) | (at(own, 2) & (own ^ at(own, 1)));
        const Cells ones = first_three ^ at(own, 3) ^ at(own, 4);
        const Cells carry = (first_three & at(own, 3)) | (at(own, 4) & (first_three ^ at(own, 3)));
        const Cells twos = first_carry ^ carry;
        const Cells fours = alive & first_carry & carry & ~ones;
        lines.holding[0] += std::popcount(alive & ones & ~twos);
        lines.holding[1] += std::popcount(alive & twos & ~ones);
        lines.holding[2] += std::popcount(alive & twos & ones);
        lines.holding[3] += std::popcount(fours);
        for (int place = 0; place < games::magnetic_cave::line_length; ++place) {
            lines.missing |= fours << place * step & ~own;
        }
    }
    return lines;
}

inline int Knowledge<games::magnetic_cave::MagneticCave>::good(const Lines& lines, Cells open, bool to_move) {
    constexpr std::array weights = {1, 4, 14, 30};
    constexpr int missing_weight = 40;  // a cell that wins as soon as it opens, so the other can't open it
    constexpr int threat_weight = 20;   // it can be answered
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
    const int own = good(lines_of(state.own, state.other), open_now, true);
    const int other = good(lines_of(state.other, state.own), open_now, false);
    return state.to_move == games::Side::first ? own - other : other - own;
}

}  // namespace sample_bots

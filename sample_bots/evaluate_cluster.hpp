// The sample bots' knowledge of CLUSTER: evaluates positions, finds immediate wins, and lists the possible hands.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/game.hpp"
#include "sample_bots/cluster_counts.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/patterns/cluster.hpp"

namespace sample_bots {

/// Works in coordinates along the direction of gravity, as the rules do. So the direction does not change a position's
/// value. The evaluation is learned: see cluster_counts.hpp.
template <int MaxSide>
class Knowledge<games::cluster::Cluster<MaxSide>> {
public:
    using Rules = games::cluster::Cluster<MaxSide>;
    using State = typename Rules::State;
    using Move = typename Rules::Move;
    using Cells = typename Rules::Cells;
    using Counts = ClusterCounts<MaxSide>;

    static constexpr bool reduces_late_moves = true;
    static constexpr bool sorts_by_evaluation = true;
    static constexpr std::size_t slots = games::cluster::colours * Rules::places + games::cluster::directions;
    /// The evaluation of a position that is won for certain. All others are nearer to 0, which means even chances.
    static constexpr int certain = 1000;
    static constexpr int judged_depth = 4;
    static constexpr int judged_margin = 100;

    explicit Knowledge(const Rules& rules, std::span<const std::int16_t> weights = patterns::cluster_weights)
        : rules_(rules), counts_(rules), weights_(weights.begin(), weights.end()) {}

    int evaluate(const State& state) const { return evaluate(state, counts_.rotations(state)); }
    bool wins_at_once(const State& state) const;
    /// See knowledge.hpp.
    Prospect prospect(const State& state, bool evaluate) const;
    /// Each move uses up a pellet, and nine of ten games end before a quarter of the pellets is left.
    int moves_left(const State& state) const {
        const auto low = static_cast<std::size_t>(games::index(state.to_move));
        return (state.bags[low] + state.bags[low + 2] + state.hand_size) * 3 / 4;
    }
    std::size_t slot(const State& state, Move move) const {
        if (move.is_rotation())
            return games::cluster::colours * Rules::places + static_cast<std::size_t>(move.cycles());
        return static_cast<std::size_t>(move.colour() * Rules::places + rules_.landing(state, move.column));
    }
    /// Supposes the likeliest hand: one pellet of each colour that is left. This is half of all hands. Each of the
    /// other hands lacks only one colour, so threats of both colours count.
    void suppose_hand(State& state) const;
    template <class Visit>
    void for_each_hand(const State& state, Visit visit) const;

private:
    int evaluate(const State& state, const typename Counts::Rotations& rotations) const;

    const Rules& rules_;
    Counts counts_;
    std::vector<std::int16_t> weights_;
};

template <int MaxSide>
bool Knowledge<games::cluster::Cluster<MaxSide>>::wins_at_once(const State& state) const {
    const Cells landing = counts_.landings(rules_.occupied(state));
    for (const auto colour : rules_.hand(state)) {
        if ((counts_.completing(state.pellets[colour], rules_.config().connect) & landing).any()) return true;
    }
    return counts_.rotations(state).won > 0;
}

template <int MaxSide>
Prospect Knowledge<games::cluster::Cluster<MaxSide>>::prospect(const State& state, bool evaluate) const {
    const Cells landing = counts_.landings(rules_.occupied(state));
    const auto hand = rules_.hand(state);
    const auto completes = [&](std::size_t colour) {
        return (counts_.completing(state.pellets[colour], rules_.config().connect) & landing).any();
    };
    const bool first = completes(hand.front());
    const bool last = hand.back() == hand.front() ? first : completes(hand.back());
    // A hand lacks a colour only if it can have two of the other: one is supposed, and another is in the bag.
    if ((first && (last || state.bags[hand.back()] == 0)) || (last && state.bags[hand.front()] == 0)) {
        return {Win::sure, 0};
    }
    const auto rotations = counts_.rotations(state);
    if (rotations.won > 0) return {Win::sure, 0};
    const Win win = first || last ? Win::likely : Win::none;
    if (win == Win::none && !evaluate) return {win, 0};
    const int score = this->evaluate(state, rotations);
    return {win, state.to_move == games::Side::first ? score : -score};
}

/// The logistic function makes a probability of the sum of weighted counts.
template <int MaxSide>
int Knowledge<games::cluster::Cluster<MaxSide>>::evaluate(const State& state,
                                                          const typename Counts::Rotations& rotations) const {
    const auto counts = counts_(state, rotations);
    int sum = 0;
    int change = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sum += weights_[i] * counts[i];
        change += weights_[i + counts.size()] * counts[i];
    }
    const auto progress = static_cast<float>(Counts::progress(rules_, state)) / Counts::progress_unit;
    const float log_odds =
        (static_cast<float>(sum) + progress * static_cast<float>(change)) / patterns::cluster_per_log_odd;
    const int score = static_cast<int>(std::lround((certain - 1) * std::tanh(log_odds / 2)));
    return state.to_move == games::Side::first ? score : -score;
}

template <int MaxSide>
void Knowledge<games::cluster::Cluster<MaxSide>>::suppose_hand(State& state) const {
    const int low = games::index(rules_.to_move(state));
    const auto left = [&](int colour) { return state.bags[static_cast<std::size_t>(colour)]; };
    const int first = left(low) > 0 ? low : low + 2;
    rules_.take(state, first);
    const int second = left(low + 2) > 0 ? low + 2 : low;
    if (left(second) > 0) rules_.take(state, second);
}

/// Visits every hand of two pellets, with its weight. Each pellet has either of the mover's two colours with equal
/// probability, unless one colour is used up.
template <int MaxSide>
template <class Visit>
void Knowledge<games::cluster::Cluster<MaxSide>>::for_each_hand(const State& state, Visit visit) const {
    const int low = games::index(rules_.to_move(state));
    const int high = low + 2;
    const int lows = state.bags[static_cast<std::size_t>(low)];
    const int highs = state.bags[static_cast<std::size_t>(high)];
    const auto visit_hand = [&](std::initializer_list<int> hand, int weight) {
        State dealt = state;
        for (const int colour : hand)
            rules_.take(dealt, colour);
        visit(dealt, weight);
    };
    if (lows + highs == 1) return visit_hand({lows == 1 ? low : high}, all_hands);
    if (lows > 0 && highs > 0) visit_hand({low, high}, (lows == 1 ? 2 : 1) + (highs == 1 ? 2 : 1));
    if (lows > 1) visit_hand({low, low}, highs > 0 ? 1 : all_hands);
    if (highs > 1) visit_hand({high, high}, lows > 0 ? 1 : all_hands);
}

}  // namespace sample_bots

// The sample bots' knowledge of CLUSTER: evaluates positions, finds immediate wins, and lists the possible hands.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/cluster/rules.hpp"
#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"

namespace sample_bots {

/// Works in coordinates along the direction of gravity, as the rules do. So the direction does not change a position's
/// value.
template <int MaxSide>
class Knowledge<games::cluster::Cluster<MaxSide>> {
public:
    using Rules = games::cluster::Cluster<MaxSide>;
    using State = typename Rules::State;
    using Move = typename Rules::Move;
    using Cells = typename Rules::Cells;

    static constexpr bool reduces_late_moves = false;
    static constexpr bool sorts_by_evaluation = false;
    static constexpr std::size_t slots = games::cluster::colours * Rules::places + games::cluster::directions;

    explicit Knowledge(const Rules& rules);

    int evaluate(const State& state) const;
    bool wins_at_once(const State& state) const;
    /// Each move uses up a pellet.
    int moves_left(const State& state) const {
        const auto low = static_cast<std::size_t>(games::index(state.to_move));
        return state.bags[low] + state.bags[low + 2] + state.hand_size;
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
    Cells landings(const Cells& taken) const;
    Cells completing(const Cells& pellets, int length) const;

    const Rules& rules_;
    Cells board_;
    Cells bottoms_;
};

template <int MaxSide>
Knowledge<games::cluster::Cluster<MaxSide>>::Knowledge(const Rules& rules) : rules_(rules) {
    const int m = rules.config().side - 1;
    for (int column = 0; column < rules.columns(); ++column) {
        const int bottom = games::cluster::bottom_level(column, m);
        bottoms_.set(Rules::Layout::place(column, bottom));
        for (int level = bottom; level <= games::cluster::top_level(column, m); ++level) {
            board_.set(Rules::Layout::place(column, level));
        }
    }
}

/// The cells where a pellet that is dropped now would come to rest.
template <int MaxSide>
auto Knowledge<games::cluster::Cluster<MaxSide>>::landings(const Cells& taken) const -> Cells {
    return ((taken << 1) | bottoms_) & board_ & ~taken;
}

/// The cells that would be part of a run of at least this length if one of these pellets lay there.
template <int MaxSide>
auto Knowledge<games::cluster::Cluster<MaxSide>>::completing(const Cells& pellets, int length) const -> Cells {
    Cells found;
    const int wanted = length - 1;
    // [i]: the cells with i of the pellets directly before them, or after them
    std::array<Cells, games::cluster::column_count(MaxSide)> before;
    std::array<Cells, games::cluster::column_count(MaxSide)> behind;
    for (const int step : Rules::Layout::axes) {
        before[0] = behind[0] = board_;
        int longest = 0;
        while (longest < wanted) {
            const auto last = static_cast<std::size_t>(longest);
            before[last + 1] = (before[last] & pellets) << step;
            if (!before[last + 1].any()) break;
            behind[last + 1] = (behind[last] & pellets) >> step;
            ++longest;
        }
        for (int i = std::max(0, wanted - longest); i <= longest && i <= wanted; ++i) {
            found |= before[static_cast<std::size_t>(i)] & behind[static_cast<std::size_t>(wanted - i)];
        }
    }
    return found;
}

template <int MaxSide>
bool Knowledge<games::cluster::Cluster<MaxSide>>::wins_at_once(const State& state) const {
    const Cells landing = landings(rules_.occupied(state));
    for (const auto colour : rules_.hand(state)) {
        if ((completing(state.pellets[colour], rules_.config().connect) & landing).any()) return true;
    }
    const auto victory = games::won(rules_.to_move(state));
    for (int cycles = 1; cycles < games::cluster::directions; ++cycles) {
        if (rules_.outcome_of_turn(state, cycles) == victory) return true;
    }
    return false;
}

template <int MaxSide>
int Knowledge<games::cluster::Cluster<MaxSide>>::evaluate(const State& state) const {
    constexpr int completing_weight = 20;
    constexpr int building_weight = 4;
    constexpr int threat_weight = 40;
    constexpr int double_threat_weight = 300;
    constexpr int bag_weight = 30;  // many games between equally strong players end with an empty bag
    const Cells taken = rules_.occupied(state);
    const Cells landing = landings(taken);
    const Cells empty = board_ & ~taken;
    const int connect = rules_.config().connect;
    const auto hand = rules_.hand(state);
    int score = 0;
    for (const auto side : {games::Side::first, games::Side::second}) {
        Cells threats;
        int good = 0;
        for (auto colour = static_cast<std::size_t>(games::index(side)); colour < state.pellets.size(); colour += 2) {
            const int left = state.bags[colour] + static_cast<int>(std::count(hand.begin(), hand.end(), colour));
            if (left == 0) continue;
            const Cells last = completing(state.pellets[colour], connect) & empty;
            good += completing_weight * last.count();
            if (connect > 2) good += building_weight * (completing(state.pellets[colour], connect - 1) & empty).count();
            good += bag_weight * left;
            threats |= last & landing;
        }
        const int open = threats.count();
        if (open > 0) good += open == 1 ? threat_weight : double_threat_weight;
        score += side == games::Side::first ? good : -good;
    }
    return score;
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

// What the evaluation of CLUSTER counts in a position.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/game.hpp"

namespace sample_bots {

/// Counts what may decide a game of CLUSTER. Works in coordinates along the direction of gravity, as the rules do, so
/// the direction does not matter.
template <int MaxSide>
class ClusterCounts {
public:
    using Rules = games::cluster::Cluster<MaxSide>;
    using State = typename Rules::State;
    using Cells = typename Rules::Cells;

    /// The results of the five rotations for the side to move.
    struct Rotations {
        int won = 0;
        int drawn = 0;
        int lost = 0;
    };

    static constexpr std::size_t per_side = 20;
    static constexpr std::size_t size = 1 + 2 * per_side + 6;
    /// First the constant 1, then those of the side to move and of the other side, then those of both.
    using Counts = std::array<std::int16_t, size>;

    /// Requires: `rules` outlives this object.
    explicit ClusterCounts(const Rules& rules);

    /// How far the game has come: from -`progress_unit` / 2 with an empty board to `progress_unit` / 2 with all
    /// pellets.
    static constexpr int progress_unit = 256;
    static int progress(const Rules& rules, const State& state) {
        const int all = games::cluster::colours * games::cluster::bag_size(rules.config().side);
        return progress_unit * state.placed / all - progress_unit / 2;
    }

    /// Whether the side to move can make a match by dropping a pellet, whatever it draws.
    static bool wins_with_every_hand(const Counts& counts) { return counts[1] != 0; }

    /// Requires: the game is not over.
    Counts operator()(const State& state, const Rotations& rotations) const;

    /// What each rotation would decide, judged only by the runs of pellets.
    Rotations rotations(const State& state) const;
    /// The cells where a pellet that is dropped now would come to rest.
    Cells landings(const Cells& taken) const { return ((taken << 1) | bottoms_) & board_ & ~taken; }
    /// The cells that would be part of a run of at least this length if one of these pellets lay there.
    /// `shorter`: those of a run of one less are added to it.
    Cells completing(const Cells& pellets, int length, Cells* shorter = nullptr) const;

private:
    void count_lines(const Cells& pellets, const Cells& empty, std::array<int, 3>& lines) const;

    static constexpr int longest_counted = 8;  ///< longer lines take too long to count
    static constexpr std::size_t turns = games::cluster::directions - 1;

    const Rules& rules_;
    Cells board_;
    Cells bottoms_;
    /// By place and rotation: the column to which a pellet falls.
    std::vector<std::array<std::uint8_t, turns>> columns_;
    /// By rotation and column: the lowest place.
    std::array<std::array<std::uint16_t, Rules::pitch>, turns> bottom_places_{};
};

template <int MaxSide>
ClusterCounts<MaxSide>::ClusterCounts(const Rules& rules) : rules_(rules), columns_(Rules::places) {
    const int m = rules.config().side - 1;
    for (int column = 0; column < rules.columns(); ++column) {
        const int bottom = games::cluster::bottom_level(column, m);
        bottoms_.set(Rules::Layout::place(column, bottom));
        for (int level = bottom; level <= games::cluster::top_level(column, m); ++level) {
            board_.set(Rules::Layout::place(column, level));
            auto& columns = columns_[static_cast<std::size_t>(Rules::Layout::place(column, level))];
            for (std::size_t turn = 0; turn < turns; ++turn) {
                const auto seat = games::cluster::turned({column, level}, static_cast<int>(turn) + 1, m);
                columns[turn] = static_cast<std::uint8_t>(seat.column);
            }
        }
        for (auto& bottoms : bottom_places_)
            bottoms[static_cast<std::size_t>(column)] =
                static_cast<std::uint16_t>(Rules::Layout::place(column, bottom));
    }
}

template <int MaxSide>
auto ClusterCounts<MaxSide>::completing(const Cells& pellets, int length, Cells* shorter) const -> Cells {
    Cells found;
    const int wanted = length - 1;
    if (wanted == 3) {  // the usual case, without loops
        for (const int step : Rules::Layout::axes) {
            const Cells before1 = pellets << step;
            const Cells behind1 = pellets >> step;
            const Cells before2 = (pellets & before1) << step;
            const Cells behind2 = (pellets & behind1) >> step;
            found |=
                (pellets & before2) << step | (pellets & behind2) >> step | (before2 & behind1) | (before1 & behind2);
            if (shorter) *shorter |= before2 | behind2 | (before1 & behind1);
        }
        return found & board_;
    }
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
        if (!shorter) continue;
        for (int i = std::max(0, wanted - 1 - longest); i <= longest && i < wanted; ++i) {
            *shorter |= before[static_cast<std::size_t>(i)] & behind[static_cast<std::size_t>(wanted - 1 - i)];
        }
    }
    return found;
}

/// Lets all pellets fall in all five directions in one pass over them. The bot spends much of its time here.
template <int MaxSide>
auto ClusterCounts<MaxSide>::rotations(const State& state) const -> Rotations {
    using Pellets = typename Rules::Pellets;
    constexpr int words = static_cast<int>(std::tuple_size_v<decltype(Cells::words)>);
    std::array<Pellets, turns> fallen{};
    auto next = bottom_places_;  // of each direction and column: the place of the next pellet
    const auto drop = [&](std::size_t turn, std::size_t from, std::size_t colour) {
        fallen[turn][colour].set(next[turn][columns_[from][turn]]++);
    };
    const auto colour_of = [&](std::size_t word, int bit) {
        const auto has = [&](std::size_t colour) { return state.pellets[colour].words[word] >> bit & 1; };
        return static_cast<std::size_t>(has(1) + 2 * has(2) + 3 * has(3));
    };
    const Cells taken = rules_.occupied(state);
    // The order is that in which the pellets of a line come to lie: see Cluster::fallen().
    for (int i = 0; i < words; ++i) {
        const auto word = static_cast<std::size_t>(i);
        for (std::uint64_t left = taken.words[word]; left != 0; left &= left - 1) {
            const int bit = std::countr_zero(left);
            const auto colour = colour_of(word, bit);
            for (std::size_t turn = 0; turn < 2; ++turn)
                drop(turn, word * 64 + static_cast<std::size_t>(bit), colour);
        }
    }
    for (int i = words - 1; i >= 0; --i) {
        const auto word = static_cast<std::size_t>(i);
        for (std::uint64_t left = taken.words[word]; left != 0;) {
            const int bit = 63 - std::countl_zero(left);
            left ^= std::uint64_t{1} << bit;
            const auto colour = colour_of(word, bit);
            for (std::size_t turn = 2; turn < turns; ++turn)
                drop(turn, word * 64 + static_cast<std::size_t>(bit), colour);
        }
    }
    Rotations found;
    for (const Pellets& pellets : fallen) {
        const auto outcome = games::cluster::judge<MaxSide>(pellets, rules_.config().connect);
        if (!games::is_over(outcome)) continue;
        ++(outcome == games::won(state.to_move) ? found.won
           : outcome == games::Outcome::drawn   ? found.drawn
                                                : found.lost);
    }
    return found;
}

/// Adds the lines of `connect` cells that hold pellets of this colour and no others. [i]: those with i + 1 of them.
template <int MaxSide>
void ClusterCounts<MaxSide>::count_lines(const Cells& pellets, const Cells& empty, std::array<int, 3>& lines) const {
    const Cells usable = pellets | empty;
    for (const int step : Rules::Layout::axes) {
        // held[i]: the places from which the cells so far are usable and hold i of the pellets, or more for the last
        std::array<Cells, 4> held{empty, pellets, {}, {}};
        Cells open = usable;
        for (int cell = 1; cell < rules_.config().connect && open.any(); ++cell) {
            const Cells more = pellets >> (cell * step);
            open &= usable >> (cell * step);
            held[3] |= held[2] & more;
            held[2] = (held[2] & ~more) | (held[1] & more);
            held[1] = (held[1] & ~more) | (held[0] & more);
            held[0] = held[0] & ~more;
        }
        for (std::size_t i = 0; i < lines.size(); ++i)
            lines[i] += (held[i + 1] & open).count();
    }
}

template <int MaxSide>
auto ClusterCounts<MaxSide>::operator()(const State& state, const Rotations& rotations) const -> Counts {
    Counts counts{};
    std::size_t next = 0;
    const auto add = [&](auto count) { counts[next++] = static_cast<std::int16_t>(count); };
    const Cells taken = rules_.occupied(state);
    const Cells landing = landings(taken);
    const Cells empty = board_ & ~taken;
    const Cells second = (landing << 1) & empty;
    const Cells third = (second << 1) & empty;
    const int connect = rules_.config().connect;
    const auto hand = rules_.hand(state);
    std::array<Cells, 2> winning;  // by side: the cells that complete a match, whatever lies below
    add(1);
    for (std::size_t side = 0; side < 2; ++side) {
        const auto low = static_cast<std::size_t>(games::index(state.to_move)) ^ side;
        std::array<int, 2> left{};
        std::array<Cells, 2> last;
        std::array<int, 3> lines{};
        int building_now = 0;
        int building_later = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            const std::size_t colour = low + 2 * i;
            left[i] = state.bags[colour] + static_cast<int>(std::count(hand.begin(), hand.end(), colour));
            if (left[i] == 0) continue;
            const Cells& pellets = state.pellets[colour];
            Cells building;
            last[i] = completing(pellets, connect, &building) & empty;
            building &= empty;
            if (connect > 2) {
                building_now += (building & landing).count();
                building_later += (building & ~landing).count();
            }
            if (connect <= longest_counted) count_lines(pellets, empty, lines);
        }
        const Cells any = last[0] | last[1];
        const Cells both = last[0] & last[1];
        const Cells now = any & landing;
        // Whether every hand has a pellet that makes a match now. A hand of two lacks a colour only if two of the other
        // are left.
        const bool first = (last[0] & landing).any();
        const bool other = (last[1] & landing).any();
        const bool sure = (first && (other || left[1] < 2)) || (other && left[0] < 2);
        const int threats = now.count();
        const bool again = (now & (any >> 1)).any();  // who fills the cell opens another one
        add(sure);
        add(threats == 1 && !again && !sure);
        add(threats == 1 && again && !sure);
        add(threats == 1 && again && sure);
        add(threats > 1 && !sure);
        add(threats > 1 && sure);
        add((any & second).count());
        add((both & second).count());
        add((any & third).count());
        add((any & ~landing & ~second & ~third).count());
        add((any & (any >> 1) & ~landing).count());
        add(building_now);
        add(building_later);
        for (const int number : lines)
            add(number);
        add(std::min(left[0] + left[1], 60));
        add(std::min({left[0], left[1], 30}));
        add(left[0] == 0 || left[1] == 0);
        add(100 / (1 + left[0] + left[1]));
        winning[side] = any;
    }
    add((landing & ~(winning[1] >> 1)).count());
    add((landing & ~(winning[0] >> 1)).count());
    add((winning[0] & winning[1] & ~landing).count());
    add(rotations.lost);
    add(rotations.lost > 0);
    add(rotations.drawn);
    return counts;
}

}  // namespace sample_bots

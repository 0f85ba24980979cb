// The patterns of Magnetize: small blocks at each height of the board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/magnetize/rules.hpp"
#include "sample_bots/patterns/patterns.hpp"

namespace sample_bots {

/// Whether turning on the magnet of `side` now would complete a square of `side` and none of the other side.
template <int Words>
bool wins_by_magnet(const games::magnetize::Magnetize<Words>& rules,
                    const typename games::magnetize::Magnetize<Words>::State& state, games::Side side) {
    const auto own = static_cast<std::size_t>(games::index(side));
    if (state.locks[own] != 0) return false;
    auto after = state;
    after.locks[own] = 1;
    rules.settle(after, side);
    return rules.has_square(after.pieces[own]) && !rules.has_square(after.pieces[1 - own]);
}

}  // namespace sample_bots

namespace sample_bots::patterns {

/// Boards of an odd height share their weights, and so do boards of an even height. White sees the board mirrored, so
/// that its magnet pulls to the left, as Black's does.
template <int Words>
struct Patterns<games::magnetize::Magnetize<Words>> {
    using Rules = games::magnetize::Magnetize<Words>;
    using Cells = typename Rules::Cells;
    static constexpr int planes = 2;
    static constexpr int states = 4;  ///< empty, own, the opponent's, or empty where a piece would land
    static constexpr int stages = 4;  ///< by how full the board is; the last one while the opponent's magnet is on
    static constexpr bool mirrored = true;
    static constexpr std::uint32_t extras = 16;  ///< see extra()

    /// On wider boards, the evaluation made by hand is as good or better.
    static bool fits(const Rules& rules) {
        const auto& config = rules.config();
        return Words <= 4 && config.height * config.width <= 128 && config.width <= 16 && config.square == 2 &&
               config.maglock >= 2 && config.maglock <= 5;
    }
    static std::array<Cells, planes> see(const Rules& rules, const typename Rules::State& state) {
        const auto own = static_cast<std::size_t>(games::index(rules.to_move(state)));
        const Cells taken = state.pieces[0] | state.pieces[1];
        const Cells landing = ~taken & supported(rules, taken);
        return {state.pieces[own] | landing, state.pieces[1 - own] | landing};
    }
    /// 0..7: how long the opponent's magnet stays on. 8: it is off, but would win if it were turned on.
    static std::array<std::uint32_t, 1> extra(const Rules& rules, const typename Rules::State& state) {
        const games::Side other = games::opponent(rules.to_move(state));
        const auto index = static_cast<std::size_t>(games::index(other));
        const std::uint32_t lock = std::min<std::uint32_t>(state.locks[index], 7);
        return {lock == 0 && wins_by_magnet(rules, state, other) ? 8U : lock};
    }
    static int stage(const Rules& rules, const typename Rules::State& state) {
        if (state.locks[0] != 0 || state.locks[1] != 0) return stages - 1;
        const int cells = rules.config().height * rules.config().width;
        return std::min((state.pieces[0] | state.pieces[1]).count() * (stages - 1) / cells, stages - 2);
    }

    static Lanes lanes(const Rules& rules, games::Side side) {
        Lanes lanes(states);
        const int height = rules.config().height;
        const int width = rules.config().width;
        int first_key = 0;
        for (const auto& [rows, columns] : shapes) {
            // All boards have the same tables, so that a weight is at the same place for all of them.
            for (int key = first_key; key < first_key + 2 * levels; ++key)
                lanes.declare(key, rows * columns);
            for (int row = 0; row + rows <= height; ++row) {
                const int below = height - row - rows;
                const int level = below < levels ? below : levels - 2 + below % 2;
                for (int column = 0; column + columns <= width; ++column) {
                    std::vector<int> cells;
                    for (int r = row; r < row + rows; ++r) {
                        for (int c = column; c < column + columns; ++c)
                            cells.push_back(r * width + (side == games::Side::first ? c : width - 1 - c));
                    }
                    lanes.add(first_key + height % 2 * levels + level, cells);
                }
            }
            first_key += 2 * levels;
        }
        return lanes;
    }

private:
    struct Shape {
        int rows, columns;
    };
    static constexpr std::array<Shape, 3> shapes = {{{2, 3}, {3, 2}, {1, 6}}};
    /// The numbers of rows below a group that are told apart. Of greater numbers, only whether they are odd counts.
    static constexpr int levels = 4;

    /// The cells directly above a piece or the floor.
    static Cells supported(const Rules& rules, const Cells& taken) {
        const int width = rules.config().width;
        return (taken >> width) | (rules.all_cells() & ~(rules.all_cells() >> width));
    }
};

}  // namespace sample_bots::patterns

// The patterns of Magnetize: small blocks at each height of the board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/magnetize/rules.hpp"
#include "sample_bots/patterns/patterns.hpp"

namespace sample_bots::patterns {

/// Boards of different widths share the patterns. White sees the board mirrored, so that its magnet pulls to the left,
/// as Black's does.
template <int Words>
struct Patterns<games::magnetize::Magnetize<Words>> {
    using Rules = games::magnetize::Magnetize<Words>;
    using Cells = typename Rules::Cells;
    static constexpr int planes = 2;
    static constexpr int states = 4;  ///< empty, own, the opponent's, or empty where a piece would land
    static constexpr int stages = 3;
    static constexpr bool mirrored = true;
    static constexpr std::uint32_t extras = 1;
    static constexpr int height = 5;

    static bool fits(const Rules& rules) {
        const auto& config = rules.config();
        return Words == 1 && config.height == height && config.square == 2 && config.maglock >= 2 &&
               config.maglock <= 5 && config.width >= 6 && config.width <= 12;
    }
    static std::array<Cells, planes> see(const Rules& rules, const typename Rules::State& state) {
        const auto own = static_cast<std::size_t>(games::index(rules.to_move(state)));
        const Cells taken = state.pieces[0] | state.pieces[1];
        const Cells landing = ~taken & supported(rules, taken);
        return {state.pieces[own] | landing, state.pieces[1 - own] | landing};
    }
    static std::array<std::uint32_t, 1> extra(const Rules&, const typename Rules::State&) { return {}; }
    static int stage(const Rules& rules, const typename Rules::State& state) {
        const int cells = height * rules.config().width;
        return std::min((state.pieces[0] | state.pieces[1]).count() * stages / cells, stages - 1);
    }

    static Lanes lanes(const Rules& rules, games::Side side) {
        Lanes lanes(states);
        const int width = rules.config().width;
        const auto add = [&](int shape, int rows, int columns) {
            for (int row = 0; row + rows <= height; ++row) {
                for (int column = 0; column + columns <= width; ++column) {
                    std::vector<int> cells;
                    for (int r = row; r < row + rows; ++r) {
                        for (int c = column; c < column + columns; ++c)
                            cells.push_back(r * width + (side == games::Side::first ? c : width - 1 - c));
                    }
                    lanes.add(shape * height + row, cells);
                }
            }
        };
        add(0, 2, 3);
        add(1, 3, 2);
        add(2, 1, 6);
        return lanes;
    }

private:
    /// The cells directly above a piece or the floor.
    static Cells supported(const Rules& rules, const Cells& taken) {
        const int width = rules.config().width;
        return (taken >> width) | (rules.all_cells() & ~(rules.all_cells() >> width));
    }
};

}  // namespace sample_bots::patterns

// The patterns of Magnetic Cave: every line of five, and the gaps of the rows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "games/bits.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "sample_bots/patterns/magnetic_cave_gaps.hpp"
#include "sample_bots/patterns/patterns.hpp"

namespace sample_bots::patterns {

template <>
struct Patterns<games::magnetic_cave::MagneticCave> {
    using Rules = games::magnetic_cave::MagneticCave;
    using Cells = games::Bits<1>;
    static constexpr int planes = 2;
    static constexpr int states = 4;  ///< empty, own, the opponent's, or open
    static constexpr int stages = 4;
    static constexpr bool mirrored = false;
    static constexpr std::uint32_t extras = CaveGaps::weights;

    static bool fits(const Rules&) { return true; }
    static std::array<Cells, planes> see(const Rules&, const Rules::State& state) {
        const auto open = games::magnetic_cave::open_cells(state.own | state.other);
        return {Cells{{state.own | open}}, Cells{{state.other | open}}};
    }
    static CaveGaps::Numbers extra(const Rules&, const Rules::State& state) {
        return CaveGaps(state.own, state.other).numbers(state.to_move == games::Side::first);
    }
    static int stage(const Rules&, const Rules::State& state) {
        return std::min(std::popcount(state.own | state.other) / 14, stages - 1);
    }

    /// The game is symmetric under mirroring left to right and top to bottom, so mirrored lanes share weights.
    static Lanes lanes(const Rules&, games::Side) {
        Lanes lanes(states);
        for (const auto& [step, starts] : games::magnetic_cave::lines) {
            for (int cell = 0; cell < 64; ++cell) {
                if ((starts >> cell & 1) != 0) add(lanes, line(cell, step, games::magnetic_cave::line_length));
            }
        }
        return lanes;
    }

private:
    static std::vector<int> line(int cell, int step, int length) {
        std::vector<int> cells;
        for (int i = 0; i < length; ++i)
            cells.push_back(cell + i * step);
        return cells;
    }
    /// Adds a lane. Of its four mirror images, the one with the lowest cells determines the key and the order of the
    /// cells.
    static void add(Lanes& lanes, const std::vector<int>& cells) {
        std::vector<int> best;
        std::vector<int> order;
        for (const int mirror : {0, 7, 56, 63}) {
            std::vector<std::pair<int, int>> form;
            for (const int cell : cells)
                form.emplace_back(cell ^ mirror, cell);
            std::sort(form.begin(), form.end());
            std::vector<int> moved;
            for (const auto& [to, from] : form)
                moved.push_back(to);
            if (!best.empty() && moved >= best) continue;
            best = moved;
            order.clear();
            for (const auto& [to, from] : form)
                order.push_back(from);
        }
        lanes.add(best[0] * 64 + best[1], order);
    }
};

}  // namespace sample_bots::patterns

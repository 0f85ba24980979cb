// Lines of five in Magnetic Cave that a side can still fill.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/magnetic_cave/rules.hpp"

namespace sample_bots::magnetic_cave {

using Cells = std::uint64_t;

/// The value of a side's places for a line that hold no brick of the other side.
struct Lines {
    std::array<int, 4> holding{};  ///< how many hold 1, 2, 3 and 4 bricks of its own
    Cells missing = 0;             ///< the empty cells of those that hold 4: a brick there wins
};

inline Lines lines_of(Cells own, Cells other) {
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

}  // namespace sample_bots::magnetic_cave

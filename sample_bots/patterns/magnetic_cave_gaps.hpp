// The gaps of the rows, which decide Magnetic Cave late in a game. A side loses if it has to play beside a cell in
// which the other side would win.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "games/magnetic_cave/rules.hpp"

namespace sample_bots::magnetic_cave {

using Cells = std::uint64_t;

/// Counts the places where a side can still complete a line: they hold no brick of the other side.
struct Lines {
    std::array<int, 4> holding{};  ///< the numbers of places that hold 1, 2, 3 and 4 own bricks
    Cells missing = 0;             ///< the empty cells of places that hold 4 own bricks; a brick there wins
};

inline Lines lines_of(Cells own, Cells other) {
    Lines lines;
    for (const auto& [step, starts] : games::magnetic_cave::lines) {
        const auto at = [step = step](Cells cells, int place) { return cells >> place * step; };
        const Cells blocked = other | at(other, 1) | at(other, 2) | at(other, 3) | at(other, 4);
        const Cells alive = starts & ~blocked;
        // Counts the bricks of all places at once: `ones`, `twos` and `fours` are the binary digits of the counts.
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

namespace sample_bots::patterns {

/// The empty cells of each row form one gap, which is filled from both ends. Only two properties count: its size, and
/// the winning cell nearest to each end. In a winning cell a side would complete a line, and a brick beside it opens
/// it. Designed for positions without open winning cells, because such a cell is played or blocked at once.
class CaveGaps {
public:
    using Cells = magnetic_cave::Cells;

    static constexpr std::uint32_t gaps = 9 * 25 * 25;
    static constexpr std::uint32_t by_cells = 2 * 2 * 4 * 4 * 6;
    static constexpr std::uint32_t by_ends = 2 * 2 * 4 * 4 * 3 * 6;
    static constexpr std::uint32_t weights = gaps + by_cells + by_ends;
    /// One weight for each row, and two for all rows together.
    using Numbers = std::array<std::uint32_t, 10>;

    CaveGaps(Cells own, Cells other)
        : empty_(~(own | other)),
          own_(magnetic_cave::lines_of(own, other).missing & empty_),
          other_(magnetic_cave::lines_of(other, own).missing & empty_) {
        for (int row = 0; row < 8; ++row)
            of_rows_[static_cast<std::size_t>(row)] = look_at(row);
    }

    /// The indices of the weights that count. `first`: whether the side to move is Side::first.
    Numbers numbers(bool first) const {
        Numbers numbers{};
        std::copy(of_rows_.begin(), of_rows_.end(), numbers.begin());
        numbers[8] = gaps + supply_by_cells(first);
        numbers[9] = gaps + by_cells + supply_by_ends(first);
        return numbers;
    }

private:
    using Byte = std::uint8_t;
    static constexpr int nothing = 24;  ///< the code of an end if the gap has no winning cell

    /// The index of the weight for a row's gap. A gap and its mirror image have the same index. Also counts safe cells
    /// and ends.
    std::uint32_t look_at(int row) {
        const auto of_row = [row](Cells cells) { return static_cast<Byte>(cells >> 8 * row); };
        const Byte empty = of_row(empty_);
        const Byte wins = of_row(own_ | other_);
        const int size = std::popcount(empty);
        std::array<int, 2> ends = {nothing, nothing};
        if (wins == 0) {
            safe_ += size;
        } else {
            ends[0] = end(std::countr_zero(wins), std::countr_zero(wins) - std::countr_zero(empty), row);
            ends[1] = end(7 - std::countl_zero(wins), std::countl_zero(wins) - std::countl_zero(empty), row);
        }
        if (ends[0] > ends[1]) std::swap(ends[0], ends[1]);
        return static_cast<std::uint32_t>((size * 25 + ends[0]) * 25 + ends[1]);
    }
    /// The code of an end of a gap that has `before` cells before the winning cell in this column.
    int end(int column, int before, int row) {
        const int cell = row * 8 + column;
        const auto winner = (own_ >> cell & 1) + 2 * (other_ >> cell & 1) - 1;
        ++ends_[winner];
        safe_ += std::max(before - 1, 0);
        return before * 3 + static_cast<int>(winner);
    }
    /// The index of the weight for the numbers of safe cells and of winning cells. They decide which side has to open a
    /// winning cell first.
    std::uint32_t supply_by_cells(bool first) const {
        return number_of(
            {{first, 2}, {safe_ % 2, 2}, {std::popcount(own_), 4}, {std::popcount(other_), 4}, {left(), 6}});
    }
    std::uint32_t supply_by_ends(bool first) const {
        return number_of({{first, 2}, {safe_ % 2, 2}, {ends_[0], 4}, {ends_[1], 4}, {ends_[2], 3}, {left(), 6}});
    }
    /// The approximate number of safe cells, in six classes.
    int left() const { return safe_ == 0 ? 0 : safe_ <= 2 ? 1 : safe_ <= 5 ? 2 : safe_ <= 9 ? 3 : safe_ <= 16 ? 4 : 5; }

    struct Digit {
        int value;
        int base;  ///< larger values are clamped to the largest digit
    };
    static std::uint32_t number_of(std::initializer_list<Digit> digits) {
        int number = 0;
        for (const auto& [value, base] : digits)
            number = number * base + std::min(value, base - 1);
        return static_cast<std::uint32_t>(number);
    }

    Cells empty_;
    Cells own_;    ///< the empty cells in which the side to move would win
    Cells other_;  ///< the empty cells in which the other side would win
    std::array<std::uint32_t, 8> of_rows_{};
    int safe_ = 0;               ///< the number of cells that can be filled before a winning cell is opened
    std::array<int, 3> ends_{};  ///< the number of ends whose nearest winning cell is the mover's, the other side's, or
                                 ///< both sides'
};

}  // namespace sample_bots::patterns

// A set of cells for boards that are too large for a fixed size: what games::Bits is for the smaller ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace games::fitz {

/// A set of cells, sized once and for all when it is made.
class LargeCells {
public:
    LargeCells() = default;
    /// An empty set of up to `cells` cells.
    explicit LargeCells(int cells) : words_(static_cast<std::size_t>(cells) / 64 + 2) {}

    bool test(int cell) const { return words_[word_of(cell)] >> (cell & 63) & 1; }
    void set(int cell) { words_[word_of(cell)] |= std::uint64_t{1} << (cell & 63); }

    /// The 64 cells from `first` on, `first` in the least significant bit; 0 beyond the last cell.
    /// Requires: `first` is a cell.
    std::uint64_t slice(int first) const {
        const std::uint64_t* word = words_.data() + word_of(first);
        const int skip = first & 63;
        // In two steps, for a shift by 64 is none.
        return word[0] >> skip | word[1] << 1 << (63 - skip);
    }

    friend bool operator==(const LargeCells&, const LargeCells&) = default;

private:
    static std::size_t word_of(int cell) { return static_cast<std::size_t>(cell) / 64; }

    std::vector<std::uint64_t> words_;
};

}  // namespace games::fitz

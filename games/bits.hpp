// A fixed-size set of cells in machine words: the bitboard that the rule cores use.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace games {

/// A set of up to 64 * Words cells. Cell i is bit i % 64 of word i / 64.
template <int Words>
struct Bits {
    std::array<std::uint64_t, Words> words{};

    static constexpr int capacity = 64 * Words;

    static constexpr Bits single(int cell) {
        Bits bits;
        bits.set(cell);
        return bits;
    }

    /// test(), set() and single() take the index of a cell. Requires: 0 <= cell < capacity.
    constexpr bool test(int cell) const { return words[word_of(cell)] >> (cell & 63) & 1; }
    constexpr void set(int cell) { words[word_of(cell)] |= std::uint64_t{1} << (cell & 63); }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (const auto word : words)
            all |= word;
        return all != 0;
    }
    constexpr int count() const {
        int sum = 0;
        for (const auto word : words)
            sum += std::popcount(word);
        return sum;
    }
    /// The lowest cell in the set. Requires: any().
    constexpr int lowest() const {
        assert(any());
        int word = 0;
        if constexpr (Words > 1) {
            while (words[static_cast<std::size_t>(word)] == 0)
                ++word;
        }
        return word * 64 + std::countr_zero(words[static_cast<std::size_t>(word)]);
    }

    /// The highest cell in the set. Requires: any().
    constexpr int highest() const {
        assert(any());
        int word = Words - 1;
        if constexpr (Words > 1) {
            while (words[static_cast<std::size_t>(word)] == 0)
                --word;
        }
        return word * 64 + 63 - std::countl_zero(words[static_cast<std::size_t>(word)]);
    }

    /// Returns 64 cells, starting with `first` in the least significant bit. Cells beyond the capacity are 0.
    constexpr std::uint64_t slice(int first) const {
        const std::size_t word = word_of(first);
        const int skip = first & 63;
        std::uint64_t cells = words[word] >> skip;
        if constexpr (Words > 1) {
            if (skip != 0 && word + 1 < Words) cells |= words[word + 1] << (64 - skip);
        }
        return cells;
    }

    /// Adds 64 cells, the least significant bit as cell `first`. Requires: none of them lies beyond the capacity.
    constexpr void put(int first, std::uint64_t cells) {
        const std::size_t word = word_of(first);
        const int skip = first & 63;
        words[word] |= cells << skip;
        if constexpr (Words > 1) {
            if (skip != 0 && word + 1 < Words) words[word + 1] |= cells >> (64 - skip);
        }
    }

    /// Moves every cell up by `n`. Cells beyond the capacity are lost. Requires: 0 <= n < capacity.
    constexpr Bits operator<<(int n) const {
        assert(n >= 0 && n < capacity);
        if constexpr (Words == 1) {
            return Bits{{words[0] << n}};
        } else {
            Bits moved;
            const int skip = n / 64;
            const int rest = n % 64;
            for (int i = Words - 1; i >= skip; --i) {
                std::uint64_t word = words[static_cast<std::size_t>(i - skip)] << rest;
                if (rest != 0 && i > skip) word |= words[static_cast<std::size_t>(i - skip - 1)] >> (64 - rest);
                moved.words[static_cast<std::size_t>(i)] = word;
            }
            return moved;
        }
    }
    /// Moves every cell down by `n`. Cells below 0 are lost. Requires: 0 <= n < capacity.
    constexpr Bits operator>>(int n) const {
        assert(n >= 0 && n < capacity);
        if constexpr (Words == 1) {
            return Bits{{words[0] >> n}};
        } else {
            Bits moved;
            const int skip = n / 64;
            const int rest = n % 64;
            for (int i = 0; i + skip < Words; ++i) {
                std::uint64_t word = words[static_cast<std::size_t>(i + skip)] >> rest;
                if (rest != 0 && i + skip + 1 < Words) {
                    word |= words[static_cast<std::size_t>(i + skip + 1)] << (64 - rest);
                }
                moved.words[static_cast<std::size_t>(i)] = word;
            }
            return moved;
        }
    }

    constexpr Bits& operator&=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a & b; });
    }
    constexpr Bits& operator|=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a | b; });
    }
    constexpr Bits& operator^=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a ^ b; });
    }
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    friend constexpr Bits operator~(Bits a) {
        for (auto& word : a.words)
            word = ~word;
        return a;
    }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

private:
    static constexpr std::size_t word_of(int cell) {
        if constexpr (Words == 1) return 0;
        return static_cast<std::size_t>(cell) / 64;
    }
    template <class Operation>
    constexpr Bits& combine(const Bits& other, Operation operation) {
        for (std::size_t i = 0; i < Words; ++i)
            words[i] = operation(words[i], other.words[i]);
        return *this;
    }
};

}  // namespace games

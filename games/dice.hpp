// Chance that can be repeated: a seeded generator for games that draw.
#pragma once

#include <cassert>
#include <cstdint>

namespace games {

/// A sequence of numbers that depends on the seed alone (SplitMix64: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014). What is drawn is part of a match's record: never change it.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    /// The next number of the sequence: any of 64 bits.
    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// A number from 0 to `bound` - 1, each as likely as the others: what would make some likelier is drawn again.
    /// Requires: bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        assert(bound > 0);
        const std::uint64_t uneven = -bound % bound;
        std::uint64_t drawn = next();
        while (drawn < uneven)
            drawn = next();
        return drawn % bound;
    }

private:
    std::uint64_t state_;
};

}  // namespace games

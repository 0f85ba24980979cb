// Reproducible randomness: a seeded generator for games with chance.
#pragma once

#include <cassert>
#include <cstdint>

namespace games {

/// The step between the states of SplitMix64: 2^64 divided by the golden ratio, rounded to an odd number.
inline constexpr std::uint64_t splitmix64_step = 0x9e3779b97f4a7c15u;

/// The output of SplitMix64 in a state (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
/// Each of the 2^64 states gives a different number.
constexpr std::uint64_t splitmix64(std::uint64_t state) {
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    return state ^ (state >> 31);
}

/// The sequence of SplitMix64, which depends only on the seed. Never change it: the drawn numbers are part of the
/// record of a match.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    /// The next number of the sequence, 64 bits.
    std::uint64_t next() { return splitmix64(state_ += splitmix64_step); }

    /// Returns a number from 0 to `bound` - 1. All are equally likely, because a draw that would favour some of them is
    /// repeated. Requires: bound > 0.
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

// The random numbers of the sample bots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>

#include "games/dice.hpp"

namespace sample_bots {

/// A random number generator. The same seed gives the same numbers.
class Chance {
public:
    explicit Chance(std::optional<std::int64_t> seed)
        : dice_(seed ? static_cast<std::uint64_t>(*seed) : fresh_seed()) {}

    /// Returns a number from 0 to count - 1, all equally likely. Requires: count > 0.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(dice_.below(count)); }

private:
    static std::uint64_t fresh_seed() {
        std::random_device device;
        return std::uint64_t{device()} << 32 | device();
    }

    games::Dice dice_;
};

}  // namespace sample_bots

// The seeds of games.
#pragma once

#include <cstdint>

#include "games/dice.hpp"
#include "referee/system/random_bits.hpp"

namespace referee {

/// The largest seed. Every JSON reader can represent integers up to it exactly.
inline constexpr std::uint64_t max_seed = (std::uint64_t{1} << 53) - 1;

/// A new seed, at most max_seed.
[[nodiscard]] inline std::uint64_t random_seed() {
    return random_bits() & max_seed;
}

/// The seed of a pair of games in which the bots swap sides. Both games have the same random events. The first pair (0)
/// has the seed of the run, so a single pair can be repeated by a run with the seed of that pair. The seeds of the
/// other pairs are mixed by SplitMix64.
[[nodiscard]] inline std::uint64_t seed_of_pair(std::uint64_t run_seed, int pair) {
    if (pair == 0) return run_seed;
    return games::splitmix64(run_seed + static_cast<std::uint64_t>(pair) * games::splitmix64_step) & max_seed;
}

}  // namespace referee

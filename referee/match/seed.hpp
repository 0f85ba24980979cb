// The chance of a run's games.
#pragma once

#include <cstdint>

namespace referee {

/// Every JSON reader can hold a seed.
inline constexpr std::uint64_t max_seed = (std::uint64_t{1} << 53) - 1;

/// A new seed, up to max_seed as every seed is.
[[nodiscard]] std::uint64_t random_seed();

/// The seed of a pair of games in which the bots swap sides: both get the same chance. The first pair (0) has the seed
/// of the run, so that a game is repeated by giving its own seed. The mixing is SplitMix64's.
[[nodiscard]] std::uint64_t seed_of_pair(std::uint64_t run_seed, int pair);

}  // namespace referee

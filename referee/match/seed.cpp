#include "referee/match/seed.hpp"

#include <random>

#include "games/dice.hpp"

namespace referee {

std::uint64_t random_seed() {
    std::random_device device;
    return ((std::uint64_t{device()} << 32) | device()) & max_seed;
}

std::uint64_t seed_of_pair(std::uint64_t run_seed, int pair) {
    if (pair == 0) return run_seed;
    return games::splitmix64(run_seed + static_cast<std::uint64_t>(pair) * games::splitmix64_step) & max_seed;
}

}  // namespace referee

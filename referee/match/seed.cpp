#include "referee/match/seed.hpp"

#include "games/dice.hpp"
#include "referee/system/random_bits.hpp"

namespace referee {

std::uint64_t random_seed() {
    return random_bits() & max_seed;
}

std::uint64_t seed_of_pair(std::uint64_t run_seed, int pair) {
    if (pair == 0) return run_seed;
    return games::splitmix64(run_seed + static_cast<std::uint64_t>(pair) * games::splitmix64_step) & max_seed;
}

}  // namespace referee

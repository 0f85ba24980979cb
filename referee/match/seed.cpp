#include "referee/match/seed.hpp"

#include <random>

namespace referee {

std::uint64_t random_seed() {
    std::random_device device;
    return ((std::uint64_t{device()} << 32) | device()) & max_seed;
}

std::uint64_t seed_of_pair(std::uint64_t run_seed, int pair) {
    if (pair == 0) return run_seed;
    std::uint64_t z = run_seed + static_cast<std::uint64_t>(pair) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) & max_seed;
}

}  // namespace referee

// Random numbers for tests, and the share of the random games that a test plays.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tests/soak.hpp"

namespace games_test {

// A seeded random generator for tests. It returns the same numbers on every machine, which the distributions of the
// standard library do not guarantee.

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t bits() { return engine_(); }
    /// A number from 0 to n - 1. Requires: n >= 1.
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
    /// A number from `low` to `high`, both included.
    int between(int low, int high) { return low + below(high - low + 1); }
    bool percent(int chance) { return below(100) < chance; }
    /// Requires: `values` is not empty.
    template <class List>
    const auto& one_of(const List& values) {
        return values[static_cast<std::size_t>(below(static_cast<int>(std::size(values))))];
    }

private:
    std::mt19937_64 engine_;
};

/// Returns n: one in n of all games is played. `make soak` plays all games; otherwise the build sets n.
inline int games_test_share() {
    return repetitions(USUAL_GAMES_TEST_SHARE, 1);
}

}  // namespace games_test

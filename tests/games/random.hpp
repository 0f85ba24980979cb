// Seeded chance for the tests: the same numbers on every machine, which the standard's distributions don't promise.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace games_test {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t bits() { return engine_(); }
    /// 0 .. n - 1. Requires: n >= 1.
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
    /// From `low` to `high`, both included.
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

}  // namespace games_test

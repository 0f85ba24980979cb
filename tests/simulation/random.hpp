// Seeded random numbers, and hashes from which a history's hidden facts are drawn.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "games/dice.hpp"

namespace simulation {

/// A hash of a text and a number. The same arguments give the same hash on all machines.
inline std::uint64_t hash_of(std::uint64_t salt, std::string_view text) {
    std::uint64_t hash = games::splitmix64(salt);
    for (const char c : text)
        hash = games::splitmix64(hash ^ static_cast<unsigned char>(c));
    return hash;
}

/// A stream of random numbers.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(games::splitmix64(seed)) {}

    std::uint64_t next() { return state_ = games::splitmix64(state_ + games::splitmix64_step); }
    /// A number below `choices`. Requires: choices > 0.
    std::size_t below(std::size_t choices) { return static_cast<std::size_t>((next() >> 11) % choices); }
    int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1))); }
    bool one_in(std::size_t many) { return below(many) == 0; }
    bool percent(std::size_t chance) { return below(100) < chance; }
    /// A number from 0 to 1.
    double share() { return static_cast<double>(next() >> 11) / static_cast<double>(std::uint64_t{1} << 53); }
    template <class Value>
    const Value& pick(const std::vector<Value>& values) {
        return values[below(values.size())];
    }
    template <class Value>
    void shuffle(std::vector<Value>& values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[below(i)]);
    }

private:
    std::uint64_t state_;
};

}  // namespace simulation

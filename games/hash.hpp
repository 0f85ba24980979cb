// Hashes of positions.
#pragma once

#include <concepts>
#include <cstdint>

#include "games/dice.hpp"
#include "games/game.hpp"

namespace games {

/// Mixes one more word into a hash, as SplitMix64 mixes its state.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    return splitmix64((hash ^ word) + splitmix64_step);
}

/// To begin with: no number that a position consists of can undo the difference.
constexpr std::uint64_t hash_of(Side side) {
    return side == Side::first ? 0 : splitmix64_step;
}

/// A game that hashes positions: `key(state)` depends on all that matters for what comes next but the ply limit, so
/// that positions that differ in nothing else have equal keys.
template <class G>
concept Hashed = Rules<G> && requires(const G rules, const typename G::State state) {
    { rules.key(state) } -> std::same_as<std::uint64_t>;
};

}  // namespace games

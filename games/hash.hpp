// Hashes of positions.
#pragma once

#include <concepts>
#include <cstdint>

#include "games/dice.hpp"
#include "games/game.hpp"

namespace games {

/// Mixes another word into a hash, in the way in which SplitMix64 mixes its state.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    return splitmix64((hash ^ word) + splitmix64_step);
}

/// The initial value of a hash. It differs by side, and no word of a position can cancel the difference.
constexpr std::uint64_t hash_of(Side side) {
    return side == Side::first ? 0 : splitmix64_step;
}

/// A game that hashes positions. `key(state)` depends on everything that matters for the rest of the game except the
/// ply limit. Positions that differ only in other things have equal keys.
template <class G>
concept Hashed = Rules<G> && requires(const G rules, const typename G::State state) {
    { rules.key(state) } -> std::same_as<std::uint64_t>;
};

}  // namespace games

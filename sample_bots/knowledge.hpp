// What a bot that looks ahead has to know of a game beyond its rules.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "games/game.hpp"

namespace sample_bots {

/// Specialised for each game that greedy and alphabeta play, in evaluate_<game>.hpp. Constructed from the rules, which
/// outlive it, so that masks and weights are derived once a game.
///
///   evaluate(state)       how well Side::first stands: positive is good for it, 0 is even. Requires: the game goes on.
///                         Its absolute value is below `sure_win / 2`.
///   wins_at_once(state)   true where the side to move certainly has a winning move; a quick look, which may miss one.
///                         Requires: the game goes on.
///   sees_every_win        (a constant that may be missing) wins_at_once misses none
///   key(state)            a hash of all that matters for what comes next: equal positions have equal keys
///   slot(state, move)     a number below `slots` for statistics on moves: moves that mean the same share a slot
template <class G>
class Knowledge;

/// The score of a position that is won. Wins further away count one less for each ply.
inline constexpr int sure_win = 1'000'000;

template <class G>
concept Known = games::Rules<G> &&
    requires(const Knowledge<G> knowledge, const typename G::State state, const typename G::Move move) {
    { knowledge.evaluate(state) } -> std::same_as<int>;
    { knowledge.wins_at_once(state) } -> std::same_as<bool>;
    { knowledge.key(state) } -> std::same_as<std::uint64_t>;
    { knowledge.slot(state, move) } -> std::same_as<std::size_t>;
};

/// Mixes one more word into a hash (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) + 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

}  // namespace sample_bots

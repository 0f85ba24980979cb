// Counts move sequences (perft): the usual test and speed benchmark of a move generator.
#pragma once

#include <cstdint>

#include "games/game.hpp"

namespace games {

/// The number of sequences of exactly `depth` plies from `state`. A sequence in which the game ends sooner does not
/// count. The last ply is counted without being played.
template <Rules G>
std::uint64_t perft(const G& rules, const typename G::State& state, int depth) {
    if (depth == 0) return 1;
    if constexpr (CountsMoves<G>) {
        if (depth == 1) return rules.count_moves(state);
    }
    typename G::Moves moves;
    rules.moves(state, moves);
    if (depth == 1) return moves.size();
    std::uint64_t paths = 0;
    for (const auto move : moves) {
        auto next = state;
        rules.play(next, move);
        paths += perft(rules, next, depth - 1);
    }
    return paths;
}

/// Like the overload above, but for a game with chance. `dice` draws the hands. Requires: no hand has been dealt in
/// `state`.
template <Dealt G>
std::uint64_t perft(const G& rules, typename G::State state, Dice dice, int depth) {
    if (depth == 0) return 1;
    if (is_over(rules.outcome(state))) return 0;
    rules.deal(state, dice);
    typename G::Moves moves;
    rules.moves(state, moves);
    if (depth == 1) return moves.size();
    std::uint64_t paths = 0;
    for (const auto move : moves) {
        auto next = state;
        rules.play(next, move);
        paths += perft(rules, next, dice, depth - 1);
    }
    return paths;
}

}  // namespace games

// The knowledge of a game, beyond its rules, that a searching bot needs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "games/game.hpp"
#include "games/hash.hpp"

namespace sample_bots {

/// Specialised for each game that greedy, alphabeta and mcts play, in evaluate_<game>.hpp. Constructed from the rules,
/// which outlive it, so that masks and weights are derived once a game.
///
///   evaluate(state)       how well Side::first stands: positive is good for it, 0 is even. Requires: the game is not
///   over.
///                         Its absolute value is below `sure_win / 2`.
///   wins_at_once(state)   true if the side to move certainly has a winning move; a quick look, which may miss one.
///                         Requires: the game is not over.
///   sees_every_win        (a constant that may be missing) wins_at_once misses none
///   for_each_hand(state, visit), suppose_hand(state)
///                         only in a game with chance: what the side to move may draw, see below. Requires of both: the
///                         game goes on, and nothing has been dealt.
///   keep_answers(state, moves)
///                         (may be missing) where the other side threatens to win with its next move: leaves only those
///                         of the legal moves that may prevent it, the plainest first, and returns true. Requires: the
///                         side to move does not win at once.
///   repeats(state, move)  (may be missing) whether another move of the position, listed before, means the same
///   may_solve(state, clock), solve(state, clock, thoughts)
///                         (may be missing) whether the end is near enough to be solved in the time that the clock
///                         gives, and the best move, or nothing if the time was too short; fills in the thoughts
///   reduces_late_moves    (a constant) whether alphabeta looks less deeply at moves that it expects to be bad
///   likely_margin         (a constant that may be missing) how far outside the window a search of half the depth
///                         must be for alphabeta to trust it
///   sorts_by_evaluation   (a constant) whether it sorts moves by the evaluation, not by history, where much is left
///   slot(state, move)     a number below `slots` for statistics on moves: moves that mean the same share one
///
/// Future draws are hidden. for_each_hand calls visit(position, weight) for each hand that the side to move can
/// have; the weights add up to `all_hands`. suppose_hand gives it one hand that stands for all of them, for where going
/// through all would cost too much.
template <class G>
class Knowledge;

inline constexpr int all_hands = 4;

/// The score of a position that is won. Wins further away count one less for each ply.
inline constexpr int sure_win = 1'000'000;

/// A game that the search knows something of: `Knowledge<G>` evaluates positions and orders moves.
template <class G>
concept Known = games::Hashed<G> && requires(const Knowledge<G> knowledge, const typename G::State state,
                                             typename G::State position, const typename G::Move move) {
    { knowledge.evaluate(state) } -> std::same_as<int>;
    { knowledge.wins_at_once(state) } -> std::same_as<bool>;
    { knowledge.slot(state, move) } -> std::same_as<std::size_t>;
    requires !games::Dealt<G> || requires {
        knowledge.suppose_hand(position);
        knowledge.for_each_hand(position, [](const typename G::State&, int) {});
    };
};

}  // namespace sample_bots

// The knowledge of a game, beyond its rules, that a searching bot needs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "games/game.hpp"
#include "games/hash.hpp"

namespace sample_bots {

/// The knowledge of one game. Specialised in evaluate_<game>.hpp for each game that greedy, alphabeta and mcts play.
/// Constructed from the rules once a game, so that masks and weights are derived only once. Requires: the rules outlive
/// it.
///
///   evaluate(state)       How well Side::first stands: positive is good for it, 0 is even. The absolute value is below
///                         `sure_win / 2`. Requires: the game is not over.
///   wins_at_once(state)   Whether the side to move certainly has a winning move. A quick check that may miss one.
///                         Requires: the game is not over.
///   sees_every_win        (optional constant) wins_at_once() misses no win.
///   for_each_hand(state, visit), suppose_hand(state)
///                         (only in a game with chance) The hands that the side to move may draw, see below. Requires
///                         of both: the game is not over, and no hand has been dealt.
///   certain               (only in a game with chance) The evaluation of a position that is won for certain.
///                         Between it and its negative, an evaluation is proportional to the expected result.
///   prospect(state, evaluate)
///                         (only in a game with chance) What the side to move can expect if its hand is only supposed.
///                         The prospect has a value if a win is likely or `evaluate` is true.
///   judged_depth, judged_margin
///                         (constants, only in a game with chance) Up to this depth alphabeta trusts the evaluation if
///                         it is outside of the window by this margin for each ply of depth.
///   keep_answers(state, moves)
///                         (optional) If the other side threatens to win with its next move: keeps only the legal moves
///                         that may prevent it, the most direct one first, and returns true. Requires: the side to move
///                         can't win at once.
///   repeats(state, move)  (optional) Whether an earlier move in the list of the position has the same effect.
///   may_solve(state, clock), solve(state, clock, thoughts)
///                         (optional) Whether the end is near enough to be solved in the time that the clock gives.
///                         solve() returns the best move, or nothing if time ran out, and fills in the thoughts.
///   reduces_late_moves    (constant) Whether alphabeta searches moves that it expects to be bad less deeply.
///   likely_margin         (optional constant) How far outside the window the result of a search of half the depth must
///                         be for alphabeta to trust it, and how far inside the evaluation may be for that search to
///                         be made.
///   sorts_by_evaluation   (constant) Whether alphabeta sorts moves by the evaluation instead of by history if the
///                         remaining depth is large.
///   moves_left(state)     About how many moves the side to move will still make if the game is long; may be 0. A clock
///                         for the whole game is divided by it.
///   slot(state, move)     An index below `slots` for statistics on moves. Moves with the same effect share a slot.
///
/// Future draws are hidden. for_each_hand() calls visit(position, weight) for each hand that the side to move can have;
/// the weights add up to `all_hands`. suppose_hand() gives the side one hand that represents all of them. It is used
/// where visiting all hands would cost too much.
template <class G>
class Knowledge;

inline constexpr int all_hands = 4;

/// Whether the side to move wins at once, with its pieces still to be drawn: with some hands, or with every hand.
enum class Win { none, likely, sure };

/// See Knowledge::prospect().
struct Prospect {
    Win win;
    int value;  ///< the evaluation from the point of view of the side to move
};

/// The score of a won position. A win that is further away scores one less for each ply.
inline constexpr int sure_win = 1'000'000;

/// A game for which the search has knowledge: `Knowledge<G>` evaluates positions and orders moves.
template <class G>
concept Known = games::Hashed<G> && requires(const Knowledge<G> knowledge, const typename G::State state,
                                             typename G::State position, const typename G::Move move) {
    { knowledge.evaluate(state) } -> std::same_as<int>;
    { knowledge.wins_at_once(state) } -> std::same_as<bool>;
    { knowledge.moves_left(state) } -> std::same_as<int>;
    { knowledge.slot(state, move) } -> std::same_as<std::size_t>;
    requires !games::Dealt<G> || requires {
        knowledge.suppose_hand(position);
        knowledge.for_each_hand(position, [](const typename G::State&, int) {});
        { knowledge.prospect(state, true) } -> std::same_as<Prospect>;
    };
};

}  // namespace sample_bots

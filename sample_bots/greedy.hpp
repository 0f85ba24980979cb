// Looks one move ahead, and checks whether the opponent could then win at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "games/game.hpp"
#include "sample_bots/chance.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/thoughts.hpp"

namespace sample_bots {

/// Wins at once if it can. Otherwise prevents an immediate win of the opponent if it can, and plays the move after
/// which it stands best. Chooses among equal moves at random. If there are very many moves, or time is short, it
/// examines only some of them.
template <Known G>
class Greedy {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    /// Requires: `rules` outlives the player.
    Greedy(const G& rules, const SearchLimits& limits, std::optional<std::int64_t> seed)
        : rules_(rules), knowledge_(rules), clock_(limits), chance_(seed) {}

    /// Requires: the game is not over.
    Move choose(const State& state) {
        clock_.start(knowledge_.moves_left(state));
        thoughts_ = {};
        Moves moves;
        rules_.moves(state, moves);
        Move best_move{};
        int best = -sure_win - 1;
        std::size_t equals = 0;
        std::size_t looked_at = 0;
        for (; looked_at < std::min(moves.size(), max_looked_at); ++looked_at) {
            if (looked_at > 0 && clock_.is_over(0)) break;
            // If there are more moves, or time may run out, a random subset is examined.
            if (moves.size() > max_looked_at || takes_long) {
                std::swap(moves[looked_at], moves[looked_at + chance_.below(moves.size() - looked_at)]);
            }
            const Move move = moves[looked_at];
            const int worth = worth_of(state, move);
            if (worth < best) continue;
            equals = worth > best ? 1 : equals + 1;
            best = worth;
            if (chance_.below(equals) == 0) best_move = move;
        }
        if (moves.size() > 1) conclude(best_move, best, looked_at);
        clock_.stop();
        return best_move;
    }
    const Thoughts<Move>& thoughts() const { return thoughts_; }

private:
    /// The maximum number of examined moves, so that a game with thousands of moves stays within its time.
    static constexpr std::size_t max_looked_at = 600;
    static constexpr bool takes_long = sizeof(State) > 128;  ///< to examine a move on a large board

    void conclude(Move move, int worth, std::size_t looked_at) {
        thoughts_.depth = 1;
        thoughts_.score = worth;
        thoughts_.nodes = looked_at;
        if (worth == sure_win) thoughts_.mate = 1;
        if (worth <= 1 - sure_win) thoughts_.mate = -1;
        thoughts_.line.assign(1, move);
    }

    /// The value of a move, from the mover's point of view.
    int worth_of(const State& state, Move move) const {
        const games::Side mover = rules_.to_move(state);
        State after = state;
        rules_.play(after, move);
        const games::Outcome outcome = rules_.outcome(after);
        if (outcome == games::won(mover)) return sure_win;
        if (outcome == games::won(games::opponent(mover))) return -sure_win;
        if (games::is_over(outcome)) return 0;
        if constexpr (games::Dealt<G>) {
            std::int64_t sum = 0;
            knowledge_.for_each_hand(after, [&](const State& dealt, int weight) {
                sum += std::int64_t{weight} * value_after(dealt, mover);
            });
            return static_cast<int>(sum / all_hands);
        } else {
            return value_after(after, mover);
        }
    }

    int value_after(const State& after, games::Side mover) const {
        if (rules_.to_move(after) != mover && can_win(after)) return 1 - sure_win;
        const int score = knowledge_.evaluate(after);
        return mover == games::Side::first ? score : -score;
    }

    /// Whether the side to move has a move that wins.
    bool can_win(const State& state) const {
        if (knowledge_.wins_at_once(state)) return true;
        if constexpr (requires { requires Knowledge<G>::sees_every_win; }) return false;
        Moves moves;
        rules_.moves(state, moves);
        for (const Move move : moves) {
            State after = state;
            rules_.play(after, move);
            if (rules_.outcome(after) == games::won(rules_.to_move(state))) return true;
        }
        return false;
    }

    const G& rules_;
    Knowledge<G> knowledge_;
    SearchClock clock_;
    Chance chance_;
    Thoughts<Move> thoughts_;
};

}  // namespace sample_bots

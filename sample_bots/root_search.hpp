// One thread's search of all moves of a position: deeper and deeper, until the clock ends it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/tree_search.hpp"

namespace sample_bots {

/// Iterative deepening: searches all moves one ply deeper each time (tree_search.hpp), with a narrow window around the
/// last score. Several of them may search the same position at the same time with one table: what one has found saves
/// the others work, and as they don't keep step, most of what they look at differs ("lazy SMP").
template <Known G>
class alignas(64) RootSearch {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    using Table = typename TreeSearch<G>::Table;

    static constexpr int max_depth = TreeSearch<G>::max_depth;

    /// Requires: all outlive the search.
    RootSearch(const G& rules, const Knowledge<G>& knowledge, const SearchClock& clock, Table& table)
        : rules_(rules), clock_(clock), tree_(rules, knowledge, clock, table) {}

    /// Makes a position the root. Requires: the game is not over.
    void begin(const State& state);
    /// Looks ahead from the root until the clock ends it or the result is certain; first this many plies.
    void deepen(const State& state, int first_depth);

    /// The best move so far; at the beginning the one that looks best.
    Move best() const { return moves_.front(); }
    bool has_choice() const { return moves_.size() > 1; }
    /// The plies that were looked ahead for the score; 0: there is none yet.
    int depth() const { return depth_; }
    /// Of the best move, from the mover's view.
    int score() const { return score_; }
    /// Whether the score is a certain win or loss.
    bool is_certain() const { return std::abs(score_) > win_bound; }
    /// Positions looked at since begin().
    std::uint64_t nodes() const { return tree_.nodes(); }
    /// Nodes that were spent otherwise count, too.
    void count(std::uint64_t nodes) { tree_.count(nodes); }

private:
    static constexpr int infinity = TreeSearch<G>::infinity;
    static constexpr int win_bound = TreeSearch<G>::win_bound;
    static constexpr int min_window = 16;

    bool search_window(const State& state, int depth);
    std::optional<int> search_all(const State& state, int depth, int alpha, int beta);

    const G& rules_;
    const SearchClock& clock_;
    TreeSearch<G> tree_;
    std::vector<Move> moves_;  ///< of the root, the best first
    int window_ = min_window;
    int depth_ = 0;
    int score_ = 0;
};

template <Known G>
void RootSearch<G>::begin(const State& state) {
    depth_ = score_ = 0;
    tree_.begin();
    Moves moves;
    rules_.moves(state, moves);
    tree_.order().sort(state, moves, nullptr, max_depth, 0);
    moves_.assign(moves.begin(), moves.end());
}

template <Known G>
void RootSearch<G>::deepen(const State& state, int first_depth) {
    for (int depth = first_depth; depth <= std::min(clock_.limits().depth, max_depth); ++depth) {
        if (!search_window(state, depth)) break;
        // A win or loss within the horizon is certain: looking further would not change the move.
        if (is_certain() && sure_win - std::abs(score_) <= depth) break;
        // The next iteration costs more than all before it together. A part of it may find a better move, but with a
        // clock for the whole game that time is worth more to a later move.
        if (clock_.limits().game_time && clock_.is_over(tree_.nodes(), 60)) break;
    }
}

/// One iteration. It begins with a narrow window around the last score, which is opened on the side where the score
/// is not in it. False where time ran out: what was searched till then counts.
template <Known G>
bool RootSearch<G>::search_window(const State& state, int depth) {
    const int last = score_;
    int below = depth_ > 1 ? window_ : 2 * infinity;
    int above = below;
    for (;;) {
        const int alpha = std::max(-infinity, last - below);
        const int beta = std::min(infinity, last + above);
        const auto score = search_all(state, depth, alpha, beta);
        if (!score) return false;
        if (*score <= alpha) {
            below = 2 * infinity;
        } else if (*score >= beta) {
            above = 2 * infinity;
        } else {
            window_ = std::clamp(std::abs(*score - last), min_window, win_bound / 16);
            return true;
        }
    }
}

/// Searches all moves in a window; brings the best move to the front. Gives its score, or a bound of it outside the
/// window; nothing where time ran out.
template <Known G>
std::optional<int> RootSearch<G>::search_all(const State& state, int depth, int alpha, int beta) {
    int best = -infinity;
    for (std::size_t i = 0; i < moves_.size() && best < beta; ++i) {
        const int score = tree_.search_move(state, moves_[i], i, {depth, 0, alpha, beta});
        if (tree_.stopped()) return std::nullopt;
        best = std::max(best, score);
        if (score <= alpha) continue;
        alpha = score_ = score;
        depth_ = depth;
        const auto place = moves_.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(moves_.begin(), place, place + 1);
    }
    return best;
}

}  // namespace sample_bots

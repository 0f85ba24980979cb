// Looks ahead with alpha-beta search in any game whose rules and evaluation are known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/thoughts.hpp"
#include "sample_bots/tree_search.hpp"

namespace sample_bots {

/// Iterative deepening: searches all moves one ply deeper each time (tree_search.hpp), with a narrow window around the
/// last score. One searcher serves one game; it remembers between moves.
template <Known G>
class AlphaBeta {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    static constexpr std::size_t usual_table_bytes = std::size_t{32} << 20;

    /// Requires: `rules` outlives the searcher.
    AlphaBeta(const G& rules, const SearchLimits& limits, std::size_t table_bytes = usual_table_bytes)
        : AlphaBeta(rules, limits, table_bytes, Knowledge<G>(rules)) {}
    /// The same with knowledge of its own.
    AlphaBeta(const G& rules, const SearchLimits& limits, std::size_t table_bytes, Knowledge<G> knowledge)
        : rules_(rules), clock_(limits), tree_(rules, std::move(knowledge), clock_, table_bytes) {}

    /// Requires: the game is not over.
    Move choose(const State& state);
    const Thoughts<Move>& thoughts() const { return thoughts_; }

private:
    static constexpr int infinity = TreeSearch<G>::infinity;
    static constexpr int max_depth = TreeSearch<G>::max_depth;
    static constexpr int win_bound = TreeSearch<G>::win_bound;
    static constexpr int min_window = 16;

    void begin(const State& state);
    bool solve(const State& state);
    void look_ahead(const State& state);
    void conclude(const State& state);
    std::vector<Move> expected_line(State state) const;
    bool search_window(const State& state, int depth);
    bool search_root(const State& state, int depth, int alpha, int beta);

    const G& rules_;
    SearchClock clock_;
    TreeSearch<G> tree_;
    std::vector<Move> root_moves_;
    int window_ = min_window;
    int score_ = 0;  ///< of the move at the front of root_moves_, from the mover's view
    Thoughts<Move> thoughts_;
};

template <Known G>
typename G::Move AlphaBeta<G>::choose(const State& state) {
    begin(state);
    if (!solve(state)) look_ahead(state);
    conclude(state);
    clock_.stop();
    return root_moves_.front();
}

template <Known G>
void AlphaBeta<G>::begin(const State& state) {
    clock_.start();
    score_ = 0;
    thoughts_ = {};
    tree_.begin();
    Moves moves;
    rules_.moves(state, moves);
    tree_.order().sort(state, moves, nullptr, max_depth, 0);
    root_moves_.assign(moves.begin(), moves.end());
}

/// Brings the best move to the front, if the game's knowledge has a solver that finds it in time.
template <Known G>
bool AlphaBeta<G>::solve(const State& state) {
    if constexpr (requires { tree_.knowledge().solve(state, clock_, thoughts_); }) {
        if (clock_.limits().depth < max_depth || !tree_.knowledge().may_solve(state, clock_)) return false;
        if (const auto best = tree_.knowledge().solve(state, clock_, thoughts_)) {
            std::swap(root_moves_.front(), *std::find(root_moves_.begin(), root_moves_.end(), *best));
            return true;
        }
    }
    return false;
}

/// Brings the best move to the front.
template <Known G>
void AlphaBeta<G>::look_ahead(const State& state) {
    if (root_moves_.size() == 1) return;
    tree_.count(thoughts_.nodes);
    for (int depth = 1; depth <= std::min(clock_.limits().depth, max_depth); ++depth) {
        if (!search_window(state, depth)) break;
        // A win or loss within the horizon is certain: looking further would not change the move.
        if (std::abs(score_) > win_bound && sure_win - std::abs(score_) <= depth) break;
        // The next iteration costs more than all before it together. A part of it may find a better move, but with a
        // clock for the whole game that time is worth more to a later move.
        if (clock_.limits().game_time && clock_.is_over(tree_.nodes(), 60)) break;
    }
    thoughts_.nodes = tree_.nodes();
    if (std::abs(thoughts_.score) > win_bound) {
        const int moves = (sure_win - std::abs(thoughts_.score) + 1) / 2;  // of both sides in turn
        thoughts_.mate = thoughts_.score > 0 ? moves : -moves;
    }
}

template <Known G>
void AlphaBeta<G>::conclude(const State& state) {
    if (thoughts_.depth == 0) return;
    thoughts_.time = clock_.used();
    thoughts_.line = expected_line(state);
}

/// The chosen move and what the table knows of the next ones. Where chance decides, nothing is expected beyond it.
template <Known G>
std::vector<typename G::Move> AlphaBeta<G>::expected_line(State state) const {
    constexpr std::size_t long_enough = 8;
    std::vector<Move> line;
    for (std::optional<Move> move = root_moves_.front(); move && line.size() < long_enough;) {
        line.push_back(*move);
        rules_.play(state, *move);
        move.reset();
        if (games::Dealt<G> || games::is_over(rules_.outcome(state))) break;
        const auto* known = tree_.table().find(rules_.key(state));
        if (known != nullptr && rules_.legal(state, known->move)) move = known->move;
    }
    return line;
}

/// One iteration. It begins with a narrow window around the last score, which is opened on the side where the score
/// is not in it. False where time ran out: what was searched till then counts.
template <Known G>
bool AlphaBeta<G>::search_window(const State& state, int depth) {
    const int last = score_;
    int below = depth > 2 ? window_ : 2 * infinity;
    int above = below;
    for (;;) {
        const int alpha = std::max(-infinity, last - below);
        const int beta = std::min(infinity, last + above);
        if (!search_root(state, depth, alpha, beta)) return false;
        if (score_ <= alpha && alpha > -infinity) {
            below = 2 * infinity;
        } else if (score_ >= beta && beta < infinity) {
            above = 2 * infinity;
        } else {
            window_ = std::clamp(std::abs(score_ - last), min_window, win_bound / 16);
            return true;
        }
    }
}

/// Searches all moves in a window; brings the best move to the front. False where time ran out.
template <Known G>
bool AlphaBeta<G>::search_root(const State& state, int depth, int alpha, int beta) {
    int best = -infinity;
    for (std::size_t i = 0; i < root_moves_.size() && best < beta; ++i) {
        const int score = tree_.search_move(state, root_moves_[i], i, {depth, 0, alpha, beta});
        if (tree_.stopped()) return false;
        best = std::max(best, score);
        if (score <= alpha) continue;
        alpha = score_ = thoughts_.score = score;
        thoughts_.depth = depth;
        const auto place = root_moves_.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(root_moves_.begin(), place, place + 1);
    }
    score_ = best;
    return true;
}

}  // namespace sample_bots

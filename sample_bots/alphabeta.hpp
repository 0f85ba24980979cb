// Chooses moves with alpha-beta search, in any game that has rules and an evaluation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/thoughts.hpp"
#include "sample_bots/tree_search.hpp"

namespace sample_bots {

/// The search of one thread: it searches all moves of a position ever deeper until the clock stops it.
///
/// Uses iterative deepening: each iteration searches all moves one ply deeper (tree_search.hpp), with a narrow window
/// around the last score. Several threads may search the same position with one shared table ("lazy SMP"). Each of them
/// profits from what the others have found. They are not synchronised, so most of their nodes differ.
template <Known G>
class alignas(64) RootSearch {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    using Table = typename TreeSearch<G>::Table;

    static constexpr int max_depth = TreeSearch<G>::max_depth;

    /// Requires: all arguments outlive the search.
    RootSearch(const G& rules, const Knowledge<G>& knowledge, const SearchClock& clock, Table& table)
        : rules_(rules), clock_(clock), table_(table), tree_(rules, knowledge, clock, table) {}

    /// Makes a position the root of the search. If the table has the position, the search begins with its score, move
    /// and depth. Requires: the game is not over.
    void begin(const State& state);
    /// Searches from the root until the clock stops the search or the result is certain. The first iteration repeats the
    /// depth with which begin() begins, or searches `ahead` plies more.
    void deepen(const State& state, int ahead);

    /// The best move so far; before the first iteration, the one of the table or of move ordering.
    Move best() const { return moves_.front(); }
    bool has_choice() const { return moves_.size() > 1; }
    /// The depth in plies of the search that found the score; 0 if there is no score yet.
    int depth() const { return depth_; }
    /// The score of the best move, from the mover's point of view.
    int score() const { return score_; }
    /// Whether the score is a certain win or loss.
    bool is_certain() const { return std::abs(score_) > win_bound; }
    /// The number of positions searched since begin().
    std::uint64_t nodes() const { return tree_.nodes(); }
    /// Adds nodes that were not spent in this search.
    void count(std::uint64_t nodes) { tree_.count(nodes); }

private:
    static constexpr int infinity = TreeSearch<G>::infinity;
    static constexpr int win_bound = TreeSearch<G>::win_bound;
    static constexpr int min_window = 16;

    bool search_window(const State& state, int depth);
    std::optional<int> search_all(const State& state, int depth, int alpha, int beta);

    const G& rules_;
    const SearchClock& clock_;
    const Table& table_;
    TreeSearch<G> tree_;
    std::vector<Move> moves_;  ///< the moves of the root, the best one first
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
    const auto known = table_.find(rules_.key(state));
    tree_.order().sort(state, moves, known ? &known->move : nullptr, max_depth, 0);
    moves_.assign(moves.begin(), moves.end());
    // A search that is stopped early, perhaps before its first iteration, plays the move that the last one expected.
    if (!known || known->move != moves_.front() || !has_choice()) return;
    depth_ = std::min<int>(known->depth, clock_.limits().depth);
    score_ = known->score;
}

template <Known G>
void RootSearch<G>::deepen(const State& state, int ahead) {
    for (int depth = std::max(1, depth_) + ahead; depth <= std::min(clock_.limits().depth, max_depth); ++depth) {
        if (!search_window(state, depth)) break;
        // A win or loss within the horizon is certain, so a deeper search would not change the move.
        if (is_certain() && sure_win - std::abs(score_) <= depth) break;
        // The next iteration costs more than all earlier ones together. Even an incomplete iteration may find a better
        // move, but with a clock for the whole game that time is worth more to a later move.
        if (clock_.limits().game_time && clock_.is_over(tree_.nodes(), 60)) break;
    }
}

/// Runs one iteration. It begins with a narrow window around the last score. If the score lies outside, the window is
/// opened on that side. Returns false if time ran out; the results found until then count.
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

/// Searches all moves in a window and brings the best one to the front. Returns the score of the best move, or a bound
/// on it if the score lies outside the window. Returns nothing if time ran out.
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

/// Chooses moves by searching in one or more threads (RootSearch), or with the game's solver if it has one. One object
/// serves one game and keeps its tables from move to move.
template <Known G>
class AlphaBeta {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    static constexpr std::size_t usual_table_bytes = std::size_t{32} << 20;

    /// Requires: `rules` outlives the searcher; threads > 0. With one thread, equal node counts give equal moves.
    AlphaBeta(const G& rules, const SearchLimits& limits, std::size_t table_bytes = usual_table_bytes, int threads = 1)
        : AlphaBeta(rules, limits, table_bytes, Knowledge<G>(rules), threads) {}
    /// Uses the given knowledge instead of the game's usual one.
    AlphaBeta(const G& rules, const SearchLimits& limits, std::size_t table_bytes, Knowledge<G> knowledge,
              int threads = 1)
        : rules_(rules), knowledge_(std::move(knowledge)), clock_(limits), table_(table_bytes) {
        while (--threads > 0)
            others_.emplace_back(rules_, knowledge_, clock_, table_);
    }
    ~AlphaBeta() { end_threads(); }
    AlphaBeta(const AlphaBeta&) = delete;
    AlphaBeta& operator=(const AlphaBeta&) = delete;

    /// Requires: the game is not over.
    Move choose(const State& state);
    /// Thinks on after a move until choose() is called, which profits from the results. Does nothing in a game with
    /// chance, because its next position is unknown. Requires: the move is legal.
    void ponder(State state, Move move);
    /// The thoughts of the last call of choose().
    const Thoughts<Move>& thoughts() const { return thoughts_; }

private:
    using Root = RootSearch<G>;

    std::optional<Move> solve(const State& state);
    void look_ahead(const State& state);
    void think_of_search();
    std::vector<Move> expected_line(State state, Move move) const;
    void start_others(const State& state);
    void start(Root& root, const State& state, int ahead);
    void end_threads();

    const G& rules_;
    Knowledge<G> knowledge_;
    SearchClock clock_;
    typename Root::Table table_;
    Root first_{rules_, knowledge_, clock_, table_};
    std::deque<Root> others_;
    Thoughts<Move> thoughts_;
    std::vector<std::jthread> threads_;
};

template <Known G>
typename G::Move AlphaBeta<G>::choose(const State& state) {
    const auto begin = SearchClock::now();  // ending the pondering takes time, too
    end_threads();
    clock_.start(knowledge_.moves_left(state), begin);
    table_.begin_generation();
    first_.begin(state);
    thoughts_ = {};
    auto move = solve(state);
    if (!move) {
        first_.count(thoughts_.nodes);
        look_ahead(state);
        think_of_search();
        move = first_.best();
    }
    if (thoughts_.depth > 0) {
        thoughts_.time = clock_.used();
        thoughts_.line = expected_line(state, *move);
    }
    clock_.stop();
    return *move;
}

template <Known G>
void AlphaBeta<G>::ponder(State state, Move move) {
    if constexpr (games::Dealt<G>) return;
    end_threads();
    rules_.play(state, move);
    if (games::is_over(rules_.outcome(state))) return;
    clock_.start_pondering();
    table_.begin_generation();
    start(first_, state, 0);
    start_others(state);
}

/// Returns the best move, if the game's knowledge has a solver that finds it in time.
template <Known G>
std::optional<typename G::Move> AlphaBeta<G>::solve(const State& state) {
    if constexpr (requires { knowledge_.solve(state, clock_, thoughts_); }) {
        const bool may = clock_.limits().depth >= Root::max_depth && knowledge_.may_solve(state, clock_);
        if (may) return knowledge_.solve(state, clock_, thoughts_);
    }
    return std::nullopt;
}

/// Searches in all threads. Only the first search decides the move.
template <Known G>
void AlphaBeta<G>::look_ahead(const State& state) {
    if (!first_.has_choice()) return;
    start_others(state);
    first_.deepen(state, 0);
    end_threads();
}

/// Starts the other threads. Every second one begins one ply deeper, so that it runs ahead of the first search.
template <Known G>
void AlphaBeta<G>::start_others(const State& state) {
    int ahead = 1;
    for (Root& other : others_) {
        start(other, state, ahead);
        ahead = 1 - ahead;
    }
}

/// Starts a thread that searches a position until the clock stops it. Does without the thread if the system can't start
/// one.
template <Known G>
void AlphaBeta<G>::start(Root& root, const State& state, int ahead) {
    try {
        threads_.emplace_back([&root, state, ahead] {
            root.begin(state);
            root.deepen(state, ahead);
        });
    } catch (const std::system_error&) {
        root.begin(state);  // resets its node count
    }
}

template <Known G>
void AlphaBeta<G>::end_threads() {
    clock_.end_now();
    threads_.clear();
}

template <Known G>
void AlphaBeta<G>::think_of_search() {
    thoughts_.depth = first_.depth();
    thoughts_.score = first_.score();
    thoughts_.nodes = first_.nodes();
    if (!first_.has_choice()) return;
    for (const Root& other : others_)
        thoughts_.nodes += other.nodes();
    if (first_.is_certain()) {
        const int moves = (sure_win - std::abs(first_.score()) + 1) / 2;  // by both sides in turn
        thoughts_.mate = first_.score() > 0 ? moves : -moves;
    }
}

/// The move, followed by the moves that the table expects. In a game with chance, the line ends after the move.
template <Known G>
std::vector<typename G::Move> AlphaBeta<G>::expected_line(State state, Move move) const {
    constexpr std::size_t long_enough = 8;
    std::vector<Move> line{move};
    for (;;) {
        rules_.play(state, line.back());
        if (games::Dealt<G> || games::is_over(rules_.outcome(state)) || line.size() == long_enough) return line;
        const auto known = table_.find(rules_.key(state));
        if (!known || !rules_.legal(state, known->move)) return line;
        line.push_back(known->move);
    }
}

}  // namespace sample_bots

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
#include "sample_bots/move_order.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/thoughts.hpp"
#include "sample_bots/transposition_table.hpp"

namespace sample_bots {

/// Iterative deepening, principal variation search with a transposition table; late moves are looked at less deeply
/// first. Turns may be lost, so the side to move need not alternate. One searcher serves one game; it remembers between
/// moves.
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
        : rules_(rules), knowledge_(std::move(knowledge)), clock_(limits), table_(table_bytes) {}
    AlphaBeta(const AlphaBeta&) = delete;  // the order of moves refers to the knowledge
    AlphaBeta& operator=(const AlphaBeta&) = delete;

    /// Requires: the game is not over.
    Move choose(const State& state);
    const Thoughts<Move>& thoughts() const { return thoughts_; }

private:
    static constexpr int infinity = sure_win + 1;
    static constexpr int max_depth = MoveOrder<G>::max_ply;
    static constexpr int min_window = 16;
    static constexpr int win_bound = sure_win / 2;  ///< scores beyond are wins and losses, not evaluations

    /// What is searched: the plies to go, the distance from the root, and the scores that matter.
    struct Task {
        int depth;
        int ply;
        int alpha;
        int beta;

        Task for_other() const { return {depth, ply, -beta, -alpha}; }
    };

    void begin(const State& state);
    bool solve(const State& state);
    void look_ahead(const State& state);
    void conclude(const State& state);
    std::vector<Move> expected_line(State state) const;
    bool search_window(const State& state, int depth);
    bool search_root(const State& state, int depth, int alpha, int beta);
    int search_move(const State& state, Move move, std::size_t number, const Task& task);
    int search_child(const State& child, games::Side mover, const Task& task);
    int search_hands(const State& child, games::Side mover, const Task& task) requires games::Dealt<G>;
    int search_for(games::Side mover, const State& child, const Task& task);
    int search(const State& state, const Task& task);
    int explore(const State& state, std::uint64_t key, const Move* first, Task task);
    int score_of_end(games::Outcome outcome, games::Side side, int ply) const;
    bool out_of_time();

    /// Wins are kept in the table as seen from the position itself, and seen from the root elsewhere.
    static int to_table(int score, int ply) {
        return score > win_bound ? score + ply : score < -win_bound ? score - ply : score;
    }
    static int from_table(int score, int ply) {
        return score > win_bound ? score - ply : score < -win_bound ? score + ply : score;
    }

    const G& rules_;
    Knowledge<G> knowledge_;
    MoveOrder<G> order_{rules_, knowledge_};
    SearchClock clock_;
    TranspositionTable<Move> table_;
    std::vector<Move> root_moves_;
    int window_ = min_window;
    bool stopped_ = false;
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
    stopped_ = false;
    score_ = 0;
    thoughts_ = {};
    table_.begin_generation();
    order_.begin();
    Moves moves;
    rules_.moves(state, moves);
    order_.sort(state, moves, nullptr, max_depth, 0);
    root_moves_.assign(moves.begin(), moves.end());
}

/// Brings the best move to the front, if the game's knowledge has a solver that finds it in time.
template <Known G>
bool AlphaBeta<G>::solve(const State& state) {
    if constexpr (requires { knowledge_.solve(state, clock_, thoughts_); }) {
        if (clock_.limits().depth < max_depth || !knowledge_.may_solve(state, clock_)) return false;
        if (const auto best = knowledge_.solve(state, clock_, thoughts_)) {
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
    for (int depth = 1; depth <= std::min(clock_.limits().depth, max_depth); ++depth) {
        if (!search_window(state, depth)) break;
        // A win or loss within the horizon is certain: looking further would not change the move.
        if (std::abs(score_) > win_bound && sure_win - std::abs(score_) <= depth) break;
        // The next iteration costs more than all before it together.
        if (clock_.is_over(thoughts_.nodes, 60)) break;
    }
    thoughts_.score = score_;
    if (std::abs(score_) > win_bound) {
        const int moves = (sure_win - std::abs(score_) + 1) / 2;  // of both sides in turn
        thoughts_.mate = score_ > 0 ? moves : -moves;
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
        const auto* known = table_.find(knowledge_.key(state));
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
        const int score = search_move(state, root_moves_[i], i, {depth, 0, alpha, beta});
        if (stopped_) return false;
        best = std::max(best, score);
        if (score <= alpha) continue;
        alpha = score_ = score;
        const auto place = root_moves_.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(root_moves_.begin(), place, place + 1);
    }
    score_ = best;
    thoughts_.depth = depth;
    return true;
}

/// The score of a move that has been sorted to this place. All but the first are expected to be worse, which is cheap
/// to confirm, and the later ones so much that they are not looked at to the full depth unless they turn out better.
template <Known G>
int AlphaBeta<G>::search_move(const State& state, Move move, std::size_t number, const Task& task) {
    const games::Side mover = rules_.to_move(state);
    State child = state;
    rules_.play(child, move);
    const Task whole{task.depth - 1, task.ply + 1, task.alpha, task.beta};
    if (number == 0) return search_child(child, mover, whole);
    Task narrow = whole;
    narrow.beta = task.alpha + 1;
    int score = task.alpha + 1;
    if (Knowledge<G>::reduces_late_moves && clock_.limits().reduce && number >= 4 && task.depth >= 3) {
        narrow.depth -= number >= 10 && task.depth >= 5 ? 2 : 1;
        score = search_child(child, mover, narrow);
        narrow.depth = whole.depth;
    }
    if (!stopped_ && score > task.alpha) score = search_child(child, mover, narrow);
    if (!stopped_ && score > task.alpha && score < task.beta) score = search_child(child, mover, whole);
    return score;
}

/// The score of a position after a move of `mover`, from the mover's view.
template <Known G>
int AlphaBeta<G>::search_child(const State& child, games::Side mover, const Task& task) {
    const games::Outcome outcome = rules_.outcome(child);
    if (games::is_over(outcome)) return score_of_end(outcome, mover, task.ply);
    if constexpr (games::Dealt<G>) return search_hands(child, mover, task);
    return search_for(mover, child, task);
}

/// The same before the next hand has been drawn. It is supposed; only where that one would decide the game, and it is
/// the very next to be drawn, are all hands gone through. More of that costs more depth than it is worth.
template <Known G>
int AlphaBeta<G>::search_hands(const State& child, games::Side mover, const Task& task) requires games::Dealt<G> {
    State supposed = child;
    knowledge_.suppose_hand(supposed);
    const int score = search_for(mover, supposed, task);
    if (stopped_ || task.ply > 1 || std::abs(score) < win_bound) return score;
    std::int64_t sum = 0;
    knowledge_.for_each_hand(child, [&](const State& dealt, int weight) {
        const Task all{task.depth, task.ply, -infinity, infinity};
        if (!stopped_) sum += std::int64_t{weight} * search_for(mover, dealt, all);
    });
    return static_cast<int>(sum / all_hands);
}

/// The score of a position in which the game goes on, from the view of `mover`.
template <Known G>
int AlphaBeta<G>::search_for(games::Side mover, const State& child, const Task& task) {
    return rules_.to_move(child) == mover ? search(child, task) : -search(child, task.for_other());
}

/// The score of a position from the view of the side to move. Requires: the game is not over.
template <Known G>
int AlphaBeta<G>::search(const State& state, const Task& task) {
    ++thoughts_.nodes;
    if (out_of_time()) return 0;
    if (task.depth <= 0 || task.ply >= max_depth) {
        if (knowledge_.wins_at_once(state)) return sure_win - task.ply - 1;
        const int score = knowledge_.evaluate(state);
        return rules_.to_move(state) == games::Side::first ? score : -score;
    }
    const std::uint64_t key = knowledge_.key(state);
    std::optional<Move> first;
    if (const auto* known = table_.find(key)) {
        const int score = from_table(known->score, task.ply);
        if (known->depth >= task.depth &&
            (known->bound == Bound::exact ||
             (known->bound == Bound::at_least ? score >= task.beta : score <= task.alpha))) {
            return score;
        }
        first = known->move;
    } else if (knowledge_.wins_at_once(state)) {
        return sure_win - task.ply - 1;
    }
    return explore(state, key, first ? &*first : nullptr, task);
}

template <Known G>
int AlphaBeta<G>::explore(const State& state, std::uint64_t key, const Move* first, Task task) {
    const int floor = task.alpha;
    Moves moves;
    rules_.moves(state, moves);
    order_.sort(state, moves, first, task.depth, task.ply);
    int best = -infinity;
    Move best_move = moves[0];
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const int score = search_move(state, moves[i], i, task);
        if (stopped_) return 0;
        if (score > best) {
            best = score;
            best_move = moves[i];
        }
        task.alpha = std::max(task.alpha, score);
        if (task.alpha >= task.beta) {
            order_.reward(state, moves[i], task.depth, task.ply);
            break;
        }
    }
    const Bound bound = best >= task.beta ? Bound::at_least : best > floor ? Bound::exact : Bound::at_most;
    table_.store({key, to_table(best, task.ply), static_cast<std::int8_t>(task.depth), bound, 0, best_move});
    return best;
}

template <Known G>
int AlphaBeta<G>::score_of_end(games::Outcome outcome, games::Side side, int ply) const {
    const auto victor = games::winner(outcome);
    if (!victor) return 0;
    return *victor == side ? sure_win - ply : ply - sure_win;
}

template <Known G>
bool AlphaBeta<G>::out_of_time() {
    // A look costs 30 ns; a position on the largest boards costs far more.
    constexpr std::uint64_t nodes_between_looks = sizeof(State) <= 128 ? 32 : 1;
    if (!stopped_ && thoughts_.nodes % nodes_between_looks == 0) stopped_ = clock_.is_over(thoughts_.nodes);
    return stopped_;
}

}  // namespace sample_bots

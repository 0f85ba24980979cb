// The search of the tree below the root, within one iteration of alphabeta.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/move_order.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/transposition_table.hpp"

namespace sample_bots {

/// The task of a search: the remaining depth in plies, the distance from the root, and the window of scores.
struct SearchTask {
    int depth;
    int ply;
    int alpha;
    int beta;

    SearchTask for_other() const { return {depth, ply, -beta, -alpha}; }
};

/// Principal variation search with a transposition table. Late moves are first searched to a smaller depth. An answer
/// that a threat forces costs no depth. Turns may be lost, so the sides need not alternate.
template <Known G>
class TreeSearch {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    using Task = SearchTask;
    using Table = TranspositionTable<Move>;

    static constexpr int infinity = sure_win + 1;
    static constexpr int max_depth = MoveOrder<G>::max_ply;
    static constexpr int win_bound = sure_win / 2;  ///< scores beyond it are wins and losses, not evaluations

    /// Requires: all arguments outlive the search.
    TreeSearch(const G& rules, const Knowledge<G>& knowledge, const SearchClock& clock, Table& table)
        : rules_(rules), knowledge_(knowledge), clock_(clock), table_(table) {}

    /// Begins the search for a move.
    void begin() {
        stopped_ = false;
        nodes_ = 0;
        order_.begin();
    }
    /// Adds nodes that were not spent in this search.
    void count(std::uint64_t nodes) { nodes_ += nodes; }
    /// The score of a move from the mover's point of view. `number`: the index of the move after sorting.
    int search_move(const State& state, Move move, std::size_t number, const Task& task);

    /// Whether time ran out. If so, the score of the last move is meaningless.
    bool stopped() const { return stopped_; }
    /// The number of positions searched since begin().
    std::uint64_t nodes() const { return nodes_; }
    MoveOrder<G>& order() { return order_; }

private:
    static constexpr int max_extended = 40;  ///< plies from the root after which forced answers cost depth, too

    int search_child(const State& child, games::Side mover, const Task& task);
    int search_hands(const State& child, games::Side mover, const Task& task) requires games::Dealt<G>;
    int search_for(games::Side mover, const State& child, const Task& task);
    int search(const State& state, const Task& task);
    int search_horizon(const State& state, const Task& task);
    std::optional<int> value_at_once(const State& state, const Task& task, bool horizon = false) const;
    std::optional<int> likely_bound(const State& state, const Task& task);
    int explore(const State& state, std::uint64_t key, const Move* first, Task task);
    int score_of_end(games::Outcome outcome, games::Side side, int ply) const;
    bool out_of_time();
    bool keep_answers(const State& state, Moves& moves) const {
        if constexpr (requires { knowledge_.keep_answers(state, moves); }) {
            return knowledge_.keep_answers(state, moves);
        }
        return false;
    }

    /// In the table, the distance to a win counts from the position itself; everywhere else it counts from the root.
    static int to_table(int score, int ply) {
        return score > win_bound ? score + ply : score < -win_bound ? score - ply : score;
    }
    static int from_table(int score, int ply) {
        return score > win_bound ? score - ply : score < -win_bound ? score + ply : score;
    }

    const G& rules_;
    const Knowledge<G>& knowledge_;
    MoveOrder<G> order_{rules_, knowledge_};
    const SearchClock& clock_;
    Table& table_;
    bool stopped_ = false;
    std::uint64_t nodes_ = 0;
};

/// Principal variation search: every move but the first is expected to be worse, and is searched with a null window.
/// Late moves are first searched to a smaller depth, and to the full depth only if they turn out better.
template <Known G>
int TreeSearch<G>::search_move(const State& state, Move move, std::size_t number, const Task& task) {
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

/// The score of a position after a move of `mover`, from the mover's point of view.
template <Known G>
int TreeSearch<G>::search_child(const State& child, games::Side mover, const Task& task) {
    const games::Outcome outcome = rules_.outcome(child);
    if (games::is_over(outcome)) return score_of_end(outcome, mover, task.ply);
    if constexpr (games::Dealt<G>) return search_hands(child, mover, task);
    return search_for(mover, child, task);
}

/// The score of a position before its hand is drawn, from the mover's point of view. Supposes a hand. Visits all hands
/// only if the supposed hand would decide the game and it is the very next hand to be drawn: then the score is the
/// mean. Doing so more often would cost more depth than it gains.
template <Known G>
int TreeSearch<G>::search_hands(const State& child, games::Side mover, const Task& task) requires games::Dealt<G> {
    State supposed = child;
    knowledge_.suppose_hand(supposed);
    const int score = search_for(mover, supposed, task);
    if (stopped_ || task.ply > 1 || std::abs(score) < win_bound) return score;
    constexpr int certain = Knowledge<G>::certain;
    int worst = infinity;
    int best = -infinity;
    int sum = 0;
    knowledge_.for_each_hand(child, [&](const State& dealt, int weight) {
        if (stopped_) return;
        const int value = search_for(mover, dealt, {task.depth, task.ply, -infinity, infinity});
        worst = std::min(worst, value);
        best = std::max(best, value);
        sum += weight * std::clamp(value, -certain, certain);
    });
    // Only what every hand wins or loses is certain.
    return worst > win_bound ? worst : best < -win_bound ? best : sum / all_hands;
}

/// The score of a position from the point of view of `mover`. Requires: the game is not over.
template <Known G>
int TreeSearch<G>::search_for(games::Side mover, const State& child, const Task& task) {
    return rules_.to_move(child) == mover ? search(child, task) : -search(child, task.for_other());
}

/// The score of a position from the point of view of the side to move. Requires: the game is not over.
template <Known G>
int TreeSearch<G>::search(const State& state, const Task& task) {
    ++nodes_;
    if (out_of_time()) return 0;
    if (task.depth <= 0 || task.ply >= max_depth) return search_horizon(state, task);
    const std::uint64_t key = rules_.key(state);
    std::optional<Move> first;
    if (const auto known = table_.find(key)) {
        const int score = from_table(known->score, task.ply);
        if (known->depth >= task.depth &&
            (known->bound == Bound::exact ||
             (known->bound == Bound::at_least ? score >= task.beta : score <= task.alpha))) {
            return score;
        }
        first = known->move;
    } else if (const auto value = value_at_once(state, task)) {
        return *value;
    }
    if (const auto bound = likely_bound(state, task)) return *bound;
    if constexpr (requires { Knowledge<G>::likely_margin; }) {  // likely_bound() may have found a better one
        if (const auto known = table_.find(key)) first = known->move;
    }
    return explore(state, key, first ? &*first : nullptr, task);
}

/// The score of a position that needs no search, because the side to move wins at once. In a game with chance, the
/// hands after the next one are supposed, so a win may be only likely. There, a position near the horizon needs no
/// search, either, if its evaluation is far outside of the window.
template <Known G>
std::optional<int> TreeSearch<G>::value_at_once(const State& state, const Task& task, bool horizon) const {
    if constexpr (games::Dealt<G>) {
        if (task.ply > 1) {
            const bool near = clock_.limits().reduce && task.depth <= Knowledge<G>::judged_depth &&
                              task.beta - task.alpha == 1 && std::abs(task.alpha) < win_bound;
            const auto prospect = knowledge_.prospect(state, near || horizon);
            if (prospect.win == Win::sure) return sure_win - task.ply - 1;
            if (prospect.win == Win::likely || horizon) return prospect.value;
            const int margin = Knowledge<G>::judged_margin * task.depth;
            if (near && prospect.value >= task.beta + margin) return task.beta;
            if (near && prospect.value <= task.alpha - margin) return task.alpha;
            return std::nullopt;
        }
    }
    if (knowledge_.wins_at_once(state)) return sure_win - task.ply - 1;
    return std::nullopt;
}

/// The score at the horizon of the search. A threat is answered before the position is evaluated.
template <Known G>
int TreeSearch<G>::search_horizon(const State& state, const Task& task) {
    if (const auto value = value_at_once(state, task, true)) return *value;
    if constexpr (requires(Moves & moves) { knowledge_.keep_answers(state, moves); }) {
        Moves moves;
        if (task.ply < max_depth) rules_.moves(state, moves);
        if (task.ply < max_depth && keep_answers(state, moves))
            return search_move(state, moves[0], 0, {0, task.ply, task.alpha, task.beta});
    }
    const int score = knowledge_.evaluate(state);
    return rules_.to_move(state) == games::Side::first ? score : -score;
}

/// Returns the end of a null window beyond which the score very likely lies, because a search of about half the depth
/// finds a score well beyond it (M. Buro's ProbCut). That search is made only if the evaluation is beyond that end or
/// near it. Returns nothing otherwise. Applies only to games whose knowledge defines the margin.
template <Known G>
std::optional<int> TreeSearch<G>::likely_bound(const State& state, const Task& task) {
    if constexpr (requires { Knowledge<G>::likely_margin; }) {
        constexpr int margin = Knowledge<G>::likely_margin;
        constexpr int min_depth = 4;
        if (!clock_.limits().reduce || task.depth < min_depth || task.beta - task.alpha > 1) return std::nullopt;
        const int depth = task.depth / 4 * 2 + task.depth % 2;
        const auto at_least = [&](int bound) { return search(state, {depth, task.ply, bound - 1, bound}) >= bound; };
        const int static_score = knowledge_.evaluate(state) * (rules_.to_move(state) == games::Side::first ? 1 : -1);
        if (static_score >= task.beta - margin && at_least(task.beta + margin)) return task.beta;
        if (static_score <= task.alpha + margin && !at_least(task.alpha - margin + 1)) return task.alpha;
    }
    return std::nullopt;
}

template <Known G>
int TreeSearch<G>::explore(const State& state, std::uint64_t key, const Move* first, Task task) {
    const int floor = task.alpha;
    Moves moves;
    rules_.moves(state, moves);
    const int depth = task.depth;
    if (keep_answers(state, moves) && task.ply < max_extended) ++task.depth;
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
    table_.store(key, {to_table(best, task.ply), static_cast<std::int8_t>(depth), bound, 0, best_move});
    return best;
}

template <Known G>
int TreeSearch<G>::score_of_end(games::Outcome outcome, games::Side side, int ply) const {
    const auto victor = games::winner(outcome);
    if (!victor) return 0;
    return *victor == side ? sure_win - ply : ply - sure_win;
}

template <Known G>
bool TreeSearch<G>::out_of_time() {
    // A look at the clock costs 30 ns. A position on the largest boards costs far more, so there the clock is checked
    // at each position.
    constexpr std::uint64_t nodes_between_looks = sizeof(State) <= 128 ? 32 : 1;
    if (!stopped_ && nodes_ % nodes_between_looks == 0) stopped_ = clock_.is_over(nodes_);
    return stopped_;
}

}  // namespace sample_bots

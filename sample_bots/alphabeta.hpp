// Looks ahead with alpha-beta search in any game whose rules and evaluation are known.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "games/game.hpp"
#include "sample_bots/game_time.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/thoughts.hpp"
#include "sample_bots/transposition_table.hpp"

namespace sample_bots {

/// When a search ends. Without a time it never looks at a clock: the same positions then give the same moves.
struct SearchLimits {
    int depth = 60;                                         ///< plies, 1..60
    std::optional<std::chrono::microseconds> time{};        ///< for a whole move
    std::optional<std::chrono::microseconds> first_time{};  ///< for the first one; none: `time`
    std::optional<GameTime> game_time{};                    ///< for all moves of a game
};

/// Iterative deepening, principal variation search with a transposition table, killer moves and history. Turns may be
/// lost, so the side to move need not alternate. One searcher serves one game; it remembers between moves.
template <Known G>
class AlphaBeta {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    /// Requires: `rules` outlives the searcher.
    AlphaBeta(const G& rules, SearchLimits limits)
        : rules_(rules),
          knowledge_(rules),
          limits_(limits),
          time_(limits.first_time ? limits.first_time : limits.time) {}

    /// Requires: the game is not over.
    Move choose(const State& state);
    const Thoughts<Move>& thoughts() const { return thoughts_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int infinity = sure_win + 1;
    static constexpr int max_depth = 60;
    static constexpr std::size_t few_moves = 100;
    static constexpr int win_bound = sure_win / 2;  ///< scores beyond are wins and losses, not evaluations

    struct Rated {
        int value;
        Move move;
    };

    void begin(const State& state);
    void look_ahead(const State& state);
    void conclude(const State& state);
    std::vector<Move> expected_line(State state) const;
    bool search_root(const State& state, int depth);
    int search(const State& state, int depth, int ply, int alpha, int beta);
    int search_child(const State& child, games::Side mover, int depth, int ply, int alpha, int beta);
    int search_hands(State child, games::Side mover, int depth, int ply, int alpha, int beta) requires games::Dealt<G>;
    int search_for(games::Side mover, const State& child, int depth, int ply, int alpha, int beta);
    int explore(const State& state, std::uint64_t key, const Move* first, int depth, int ply, int alpha, int beta);
    int score_of_end(games::Outcome outcome, games::Side side, int ply) const;
    int promise(const State& state, Move move, const Move* first, int ply) const;
    void order(const State& state, Moves& moves, const Move* first, int ply);
    void order_many(const State& state, Moves& moves, const Move* first, int ply);
    void reward(const State& state, Move move, int depth, int ply);
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
    SearchLimits limits_;
    std::optional<std::chrono::microseconds> time_;  ///< for this move
    TranspositionTable<Move> table_;
    std::array<std::array<std::optional<Move>, 2>, max_depth + 1> killers_{};
    std::array<std::array<int, Knowledge<G>::slots>, 2> history_{};
    std::vector<Move> root_moves_;
    std::vector<int> worth_;    ///< only order() uses it; kept for its memory
    std::vector<Rated> rated_;  ///< only order_many() uses it; kept for its memory
    Clock::time_point start_;
    bool stopped_ = false;
    int score_ = 0;  ///< of the move at the front of root_moves_, from the mover's view
    Thoughts<Move> thoughts_;
};

template <Known G>
typename G::Move AlphaBeta<G>::choose(const State& state) {
    begin(state);
    auto& game_time = limits_.game_time;
    if (game_time) time_ = std::min(time_.value_or(game_time->share()), game_time->share());
    look_ahead(state);
    if (game_time) game_time->spend(std::chrono::duration_cast<GameTime::Time>(Clock::now() - start_));
    conclude(state);
    time_ = limits_.time;
    return root_moves_.front();
}

/// Brings the best move to the front.
template <Known G>
void AlphaBeta<G>::look_ahead(const State& state) {
    if (root_moves_.size() == 1) return;
    for (int depth = 1; depth <= std::min(limits_.depth, max_depth); ++depth) {
        if (!search_root(state, depth)) break;
        // A win or loss within the horizon is certain: looking further would not change the move.
        if (std::abs(score_) > win_bound && sure_win - std::abs(score_) <= depth) break;
        // The next iteration costs more than all before it together.
        if (time_ && Clock::now() - start_ > *time_ / 2) break;
    }
}

template <Known G>
void AlphaBeta<G>::conclude(const State& state) {
    if (thoughts_.depth == 0) return;
    thoughts_.score = score_;
    thoughts_.time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_);
    if (std::abs(score_) > win_bound) {
        const int moves = (sure_win - std::abs(score_) + 1) / 2;  // of both sides in turn
        thoughts_.mate = score_ > 0 ? moves : -moves;
    }
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

template <Known G>
void AlphaBeta<G>::begin(const State& state) {
    start_ = Clock::now();
    stopped_ = false;
    score_ = 0;
    thoughts_ = {};
    table_.begin_generation();
    killers_ = {};
    for (auto& side : history_) {
        for (int& value : side)
            value /= 8;
    }
    Moves moves;
    rules_.moves(state, moves);
    order(state, moves, nullptr, 0);
    root_moves_.assign(moves.begin(), moves.end());
}

/// One iteration; brings the best move to the front. False where time ran out: what was searched till then counts.
template <Known G>
bool AlphaBeta<G>::search_root(const State& state, int depth) {
    const games::Side mover = rules_.to_move(state);
    int alpha = -infinity;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
        State child = state;
        rules_.play(child, root_moves_[i]);
        int score = alpha + 1;
        if (i > 0) score = search_child(child, mover, depth - 1, 1, alpha, alpha + 1);
        if (!stopped_ && score > alpha) score = search_child(child, mover, depth - 1, 1, alpha, infinity);
        if (stopped_) return false;
        if (score > alpha) {
            alpha = score;
            const auto place = root_moves_.begin() + static_cast<std::ptrdiff_t>(i);
            std::rotate(root_moves_.begin(), place, place + 1);
            score_ = score;
        }
    }
    thoughts_.depth = depth;
    return true;
}

/// The score of a position after a move of `mover`, from the mover's view.
template <Known G>
int AlphaBeta<G>::search_child(const State& child, games::Side mover, int depth, int ply, int alpha, int beta) {
    const games::Outcome outcome = rules_.outcome(child);
    if (games::is_over(outcome)) return score_of_end(outcome, mover, ply);
    if constexpr (games::Dealt<G>) return search_hands(child, mover, depth, ply, alpha, beta);
    return search_for(mover, child, depth, ply, alpha, beta);
}

/// The same before the next hand has been drawn. It is supposed; only where that one would decide the game, and it is
/// the very next to be drawn, are all hands gone through. More of that costs more depth than it is worth.
template <Known G>
int AlphaBeta<G>::search_hands(State child, games::Side mover, int depth, int ply, int alpha,
                               int beta) requires games::Dealt<G> {
    State supposed = child;
    knowledge_.suppose_hand(supposed);
    const int score = search_for(mover, supposed, depth, ply, alpha, beta);
    if (stopped_ || ply > 1 || std::abs(score) < win_bound) return score;
    std::int64_t sum = 0;
    knowledge_.for_each_hand(child, [&](const State& dealt, int weight) {
        if (!stopped_) sum += std::int64_t{weight} * search_for(mover, dealt, depth, ply, -infinity, infinity);
    });
    return static_cast<int>(sum / all_hands);
}

/// The score of a position in which the game goes on, from the view of `mover`.
template <Known G>
int AlphaBeta<G>::search_for(games::Side mover, const State& child, int depth, int ply, int alpha, int beta) {
    if (rules_.to_move(child) == mover) return search(child, depth, ply, alpha, beta);
    return -search(child, depth, ply, -beta, -alpha);
}

/// The score of a position from the view of the side to move. Requires: the game is not over.
template <Known G>
int AlphaBeta<G>::search(const State& state, int depth, int ply, int alpha, int beta) {
    ++thoughts_.nodes;
    if (out_of_time()) return 0;
    if (knowledge_.wins_at_once(state)) return sure_win - ply - 1;
    if (depth == 0 || ply >= max_depth) {
        const int score = knowledge_.evaluate(state);
        return rules_.to_move(state) == games::Side::first ? score : -score;
    }
    const std::uint64_t key = knowledge_.key(state);
    const auto* known = table_.find(key);
    std::optional<Move> first;
    if (known) {
        const int score = from_table(known->score, ply);
        if (known->depth >= depth &&
            (known->bound == Bound::exact || (known->bound == Bound::at_least ? score >= beta : score <= alpha))) {
            return score;
        }
        first = known->move;
    }
    return explore(state, key, first ? &*first : nullptr, depth, ply, alpha, beta);
}

template <Known G>
int AlphaBeta<G>::explore(const State& state, std::uint64_t key, const Move* first, int depth, int ply, int alpha,
                          int beta) {
    const games::Side mover = rules_.to_move(state);
    const int floor = alpha;
    Moves moves;
    rules_.moves(state, moves);
    order(state, moves, first, ply);
    int best = -infinity;
    Move best_move = moves[0];
    for (std::size_t i = 0; i < moves.size(); ++i) {
        State child = state;
        rules_.play(child, moves[i]);
        int score = alpha + 1;
        if (i > 0) score = search_child(child, mover, depth - 1, ply + 1, alpha, alpha + 1);
        if (!stopped_ && score > alpha && (i == 0 || score < beta)) {
            score = search_child(child, mover, depth - 1, ply + 1, alpha, beta);
        }
        if (stopped_) return 0;
        if (score > best) {
            best = score;
            best_move = moves[i];
        }
        alpha = std::max(alpha, score);
        if (alpha >= beta) {
            reward(state, moves[i], depth, ply);
            break;
        }
    }
    const Bound bound = best >= beta ? Bound::at_least : best > floor ? Bound::exact : Bound::at_most;
    table_.store({key, to_table(best, ply), static_cast<std::int8_t>(depth), bound, 0, best_move});
    return best;
}

template <Known G>
int AlphaBeta<G>::score_of_end(games::Outcome outcome, games::Side side, int ply) const {
    const auto victor = games::winner(outcome);
    if (!victor) return 0;
    return *victor == side ? sure_win - ply : ply - sure_win;
}

/// The likelihood that a move is good.
template <Known G>
int AlphaBeta<G>::promise(const State& state, Move move, const Move* first, int ply) const {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    constexpr int top = std::numeric_limits<int>::max();
    if (first && move == *first) return top;
    if (move == killers[0]) return top - 1;
    if (move == killers[1]) return top - 2;
    return history_[static_cast<std::size_t>(games::index(rules_.to_move(state)))][knowledge_.slot(state, move)];
}

/// Sorts the moves by promise; equals stay in order.
template <Known G>
void AlphaBeta<G>::order(const State& state, Moves& moves, const Move* first, int ply) {
    if (moves.size() > few_moves) return order_many(state, moves, first, ply);
    worth_.resize(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move move = moves[i];
        const int value = promise(state, move, first, ply);
        std::size_t place = i;
        for (; place > 0 && worth_[place - 1] < value; --place) {
            worth_[place] = worth_[place - 1];
            moves[place] = moves[place - 1];
        }
        worth_[place] = value;
        moves[place] = move;
    }
}

/// The same for a list in which it would take too long to move each from place to place.
template <Known G>
void AlphaBeta<G>::order_many(const State& state, Moves& moves, const Move* first, int ply) {
    rated_.clear();
    for (const Move move : moves)
        rated_.push_back({promise(state, move, first, ply), move});
    std::stable_sort(rated_.begin(), rated_.end(), [](const Rated& a, const Rated& b) { return a.value > b.value; });
    std::transform(rated_.begin(), rated_.end(), moves.begin(), [](const Rated& rated) { return rated.move; });
}

template <Known G>
void AlphaBeta<G>::reward(const State& state, Move move, int depth, int ply) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != move) killers = {move, killers[0]};
    auto& history = history_[static_cast<std::size_t>(games::index(rules_.to_move(state)))];
    int& value = history[knowledge_.slot(state, move)];
    value = std::min(value + depth * depth, 1 << 28);
}

template <Known G>
bool AlphaBeta<G>::out_of_time() {
    // A look costs 30 ns; a position on the largest boards costs far more.
    constexpr std::uint64_t nodes_between_looks = sizeof(State) <= 128 ? 32 : 1;
    if (!stopped_ && time_ && thoughts_.nodes % nodes_between_looks == 0) {
        stopped_ = Clock::now() - start_ >= *time_;
    }
    return stopped_;
}

}  // namespace sample_bots

// The order in which a search tries moves. A move that was good elsewhere is likely to be good here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"

namespace sample_bots {

/// Remembers the moves that caused cutoffs: the last two at each distance from the root ("killer moves"), and for each
/// side how often and how deep each move did ("history"). In games that profit from it, the evaluation after a move
/// replaces history if the remaining depth is large.
template <Known G>
class MoveOrder {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    static constexpr int max_ply = 60;

    /// Requires: both arguments outlive this object.
    MoveOrder(const G& rules, const Knowledge<G>& knowledge) : rules_(rules), knowledge_(knowledge) {}

    /// Begins a search. Earlier history counts less from now on.
    void begin() {
        killers_ = {};
        for (auto& side : history_) {
            for (int& value : side)
                value /= 8;
        }
    }

    /// Sorts moves, the most promising first and `first` before all others. Equal moves stay in order. Keeps only one
    /// of the moves with the same effect. `depth`: the remaining depth in plies.
    void sort(const State& state, Moves& moves, const Move* first, int depth, int ply);

    /// Records that a move caused a cutoff.
    void reward(const State& state, Move move, int depth, int ply) {
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != move) killers = {move, killers[0]};
        int& value = history_[side_of(state)][knowledge_.slot(state, move)];
        value = std::min(value + depth * depth, 1 << 28);
    }

private:
    static constexpr std::size_t few_moves = 30;
    static constexpr int judged_depth = 4;  ///< from this depth upwards, moves are sorted by the evaluation

    struct Rated {
        int value;
        Move move;
    };

    std::size_t side_of(const State& state) const {
        return static_cast<std::size_t>(games::index(rules_.to_move(state)));
    }
    int promise(const State& state, Move move, const Move* first, int depth, int ply) const {
        constexpr int top = std::numeric_limits<int>::max();
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (first && move == *first) return top;
        if (move == killers[0]) return top - 1;
        if (move == killers[1]) return top - 2;
        if (Knowledge<G>::sorts_by_evaluation && depth >= judged_depth) return worth(state, move);
        return history_[side_of(state)][knowledge_.slot(state, move)];
    }
    /// The value of a move by the evaluation, from the mover's point of view.
    int worth(const State& state, Move move) const {
        const games::Side mover = rules_.to_move(state);
        State child = state;
        rules_.play(child, move);
        if (const auto outcome = rules_.outcome(child); games::is_over(outcome)) {
            return outcome == games::won(mover) ? sure_win : outcome == games::Outcome::drawn ? 0 : -sure_win;
        }
        const int score = knowledge_.evaluate(child);
        return mover == games::Side::first ? score : -score;
    }

    const G& rules_;
    const Knowledge<G>& knowledge_;
    std::array<std::array<std::optional<Move>, 2>, max_ply + 1> killers_{};
    std::array<std::array<int, Knowledge<G>::slots>, 2> history_{};
    std::vector<Rated> rated_;  ///< used only by sort(); kept for its memory
};

template <Known G>
void MoveOrder<G>::sort(const State& state, Moves& moves, const Move* first, int depth, int ply) {
    rated_.clear();
    for (const Move move : moves) {
        if constexpr (requires { knowledge_.repeats(state, move); }) {
            if (knowledge_.repeats(state, move)) continue;
        }
        rated_.push_back({promise(state, move, first, depth, ply), move});
    }
    if (rated_.size() > few_moves) {
        std::stable_sort(rated_.begin(), rated_.end(),
                         [](const Rated& a, const Rated& b) { return a.value > b.value; });
    } else {
        for (std::size_t i = 1; i < rated_.size(); ++i) {
            const Rated rated = rated_[i];
            std::size_t place = i;
            for (; place > 0 && rated_[place - 1].value < rated.value; --place)
                rated_[place] = rated_[place - 1];
            rated_[place] = rated;
        }
    }
    moves.clear();
    for (const Rated& rated : rated_)
        moves.push_back(rated.move);
}

}  // namespace sample_bots

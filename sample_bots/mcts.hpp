// Chooses moves by sampling games, in any game that has rules and an evaluation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/mcts_tree.hpp"
#include "sample_bots/playout.hpp"
#include "sample_bots/search_limits.hpp"
#include "sample_bots/thoughts.hpp"

namespace sample_bots {

/// UCT (L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", 2006). The tree grows by one node per sample,
/// where the samples are best. At first, an evaluation counts as several samples of each move. Certain results are
/// stored as such. The part of the tree that is still reachable is kept from move to move. In a game with chance, each
/// sample draws its own hands. A node then represents the moves made, regardless of the hands, and only moves that the
/// hand allows are considered.
template <Known G>
class Mcts {
public:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    /// Requires: `rules` outlives the search.
    Mcts(const G& rules, const SearchLimits& limits, std::uint64_t seed, const Sampling& style = sampling<G>)
        : rules_(rules),
          knowledge_(rules),
          clock_(limits),
          style_(style),
          sampler_(rules, knowledge_, style_, clock_, seed) {}

    Mcts(const Mcts&) = delete;  // the sampler refers to the knowledge and the clock
    Mcts& operator=(const Mcts&) = delete;

    /// Requires: the game is not over.
    Move choose(const State& state);
    /// The depth is the number of expected moves, a node is a sample, and the score goes from -100 (lost) to 100 (won).
    const Thoughts<Move>& thoughts() const { return thoughts_; }

private:
    using Node = MctsNode<Move>;

    /// A look at the clock costs 30 ns. Evaluating a move on the largest boards costs far more, so there the clock is
    /// checked after each move.
    static constexpr std::size_t children_between_looks = sizeof(State) <= 128 ? 32 : 1;

    /// A step of the current sample: the node that was reached, and the side that moved there.
    struct Step {
        std::size_t node;
        games::Side mover;
    };

    void find_root(const State& state);
    void sample(const State& root);
    std::size_t select(const State& state, std::size_t node) const;
    void expand(std::size_t node, const State& state);
    bool add_children(const State& state);
    void add_moves(const State& state);
    void evaluate(const State& state, Node& child) const;
    void back_up(float score);
    void prove();
    std::size_t best_child(const State& state, std::size_t node) const;
    void conclude(const State& state);

    bool allows(const State& state, Move move) const {
        if constexpr (games::Dealt<G>) return rules_.legal(state, move);
        return true;
    }
    static float for_side(games::Side side, float score) { return side == games::Side::first ? score : 1 - score; }

    const G& rules_;
    Knowledge<G> knowledge_;
    SearchClock clock_;
    Sampling style_;
    Sampler<G> sampler_;
    MctsTree<Move> tree_;
    State known_{};                    ///< the position after the last chosen move
    std::optional<std::size_t> next_;  ///< the node of that position
    std::vector<Step> path_;
    std::vector<Node> children_;  ///< used only by expand(); kept for its memory
    std::vector<std::uint32_t> seen_ =
        std::vector<std::uint32_t>(Knowledge<G>::slots);  ///< for each slot, the last expansion that contained it
    std::uint32_t expansion_ = 0;
    Thoughts<Move> thoughts_;
};

template <Known G>
typename G::Move Mcts<G>::choose(const State& state) {
    clock_.start(knowledge_.moves_left(state));
    thoughts_ = {};
    find_root(state);
    if (!tree_.has_room()) tree_.clear();
    if (tree_.root().count == 0) {
        tree_.root().proven = games::Outcome::ongoing;  // a proof is useless without the moves that it rests on
        expand(0, state);
    }
    if (tree_.root().count > 1) {
        while (!games::is_over(tree_.root().proven) && !clock_.is_over(thoughts_.nodes))
            sample(state);
    }
    const std::size_t best = best_child(state, 0);
    const Move move = tree_[best].move;
    conclude(state);
    next_ = best;
    known_ = state;
    rules_.play(known_, move);
    clock_.stop();
    return move;
}

/// Fills in the thoughts. The expected line consists of the moves with the most samples.
template <Known G>
void Mcts<G>::conclude(const State& state) {
    constexpr std::size_t long_enough = 8;
    if (thoughts_.nodes == 0) return;
    State now = state;
    for (std::size_t node = 0; tree_[node].count > 0 && thoughts_.line.size() < long_enough;) {
        node = best_child(now, node);
        if (node != 0 && tree_[node].visits <= style_.prior_visits && !thoughts_.line.empty()) break;
        if (thoughts_.line.empty()) {
            thoughts_.score = static_cast<int>(std::lround(200 * tree_[node].score / tree_[node].visits - 100));
        }
        thoughts_.line.push_back(tree_[node].move);
        rules_.play(now, tree_[node].move);
        if (games::Dealt<G> || games::is_over(rules_.outcome(now))) break;
    }
    thoughts_.depth = static_cast<int>(thoughts_.line.size());
    thoughts_.time = clock_.used();
}

/// Continues with the tree of the last move if it contains the opponent's answer.
template <Known G>
void Mcts<G>::find_root(const State& state) {
    const auto last = next_;
    next_.reset();
    if constexpr (!games::Dealt<G>) {
        if (last) {
            const Node& node = tree_[*last];
            for (std::size_t i = node.children; i < node.children + node.count; ++i) {
                State after = known_;
                rules_.play(after, tree_[i].move);
                if (after == state) return tree_.descend(i, [this] { return clock_.is_over(0, 50); });
            }
        }
    }
    tree_.clear();
}

/// Makes one sample. Adds it to the tree unless time ran out.
template <Known G>
void Mcts<G>::sample(const State& root) {
    path_.assign(1, {0, games::opponent(rules_.to_move(root))});
    State state = root;
    std::size_t node = 0;
    while (tree_[node].count > 0 && !games::is_over(tree_[node].proven)) {
        node = select(state, node);
        path_.push_back({node, rules_.to_move(state)});
        rules_.play(state, tree_[node].move);
        if (games::is_over(rules_.outcome(state))) {
            tree_[node].proven = rules_.outcome(state);
            break;
        }
        if (tree_[node].count == 0 && tree_[node].visits >= style_.expand_after + style_.prior_visits)
            expand(node, state);
        sampler_.deal(state);
    }
    const games::Outcome proven = tree_[node].proven;
    const auto score = games::is_over(proven) ? Sampler<G>::score_of(proven) : sampler_.play_out(state);
    if (!score) return;
    ++thoughts_.nodes;
    back_up(*score);
    if (games::is_over(proven)) prove();
}

/// The child with the best upper bound on its score. A child with a known draw or loss is selected only if no other has
/// a better bound.
template <Known G>
std::size_t Mcts<G>::select(const State& state, std::size_t node) const {
    const Node& parent = tree_[node];
    const auto own_win = games::won(rules_.to_move(state));
    const float unknown = style_.exploration * std::sqrt(std::log(parent.visits + 2));
    std::size_t best = parent.children;
    float best_bound = -2;
    for (std::size_t i = parent.children; i < parent.children + parent.count; ++i) {
        const Node& child = tree_[i];
        if (!allows(state, child.move)) continue;
        if (child.proven == own_win) return i;
        float bound = -1;
        if (!games::is_over(child.proven)) {
            bound = child.score / child.visits + unknown / std::sqrt(child.visits);
        } else if (child.proven == games::Outcome::drawn) {
            bound = 0.5F;
        }
        if (bound <= best_bound) continue;
        best_bound = bound;
        best = i;
    }
    return best;
}

/// Gives a node its children, or its result if the side to move can win at once. In a game with chance, only the root
/// has a dealt hand. If time runs out, the root gets the children that have been evaluated, and any other node gets
/// none.
template <Known G>
void Mcts<G>::expand(std::size_t node, const State& state) {
    if (!tree_.has_room()) return;
    if constexpr (!games::Dealt<G>) {
        if (node != 0 && knowledge_.wins_at_once(state)) {
            tree_[node].proven = games::won(rules_.to_move(state));
            return;
        }
    }
    children_.clear();
    ++expansion_;
    bool in_time = true;
    if constexpr (games::Dealt<G>) {
        if (node != 0) {
            knowledge_.for_each_hand(state, [&](const State& dealt, int) { in_time = in_time && add_children(dealt); });
        } else {
            in_time = add_children(state);
        }
    } else {
        in_time = add_children(state);
    }
    if (node != 0 && !in_time) return;
    std::stable_sort(children_.begin(), children_.end(),
                     [](const Node& a, const Node& b) { return a.score > b.score; });
    tree_.expand(node, children_);
}

/// Adds the moves of a position to `children_`, with the scores from the evaluation. If time runs out, returns false,
/// and adds only the moves that have been evaluated, at least one.
template <Known G>
bool Mcts<G>::add_children(const State& state) {
    constexpr std::size_t rounds = 16;  // so that the first moves to be evaluated are spread over the whole board
    const std::size_t first = children_.size();
    add_moves(state);
    std::size_t evaluated = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = first + round; i < children_.size(); i += rounds) {
            if (evaluated > 0 && evaluated % children_between_looks == 0 && clock_.is_over(0)) {
                std::erase_if(children_, [](const Node& child) { return child.visits == 0; });
                return false;
            }
            evaluate(state, children_[i]);
            ++evaluated;
        }
    }
    return true;
}

/// Adds the moves of a position to `children_`, but only one of those with the same effect.
template <Known G>
void Mcts<G>::add_moves(const State& state) {
    Moves moves;
    rules_.moves(state, moves);
    for (const Move move : moves) {
        const std::size_t slot = knowledge_.slot(state, move);
        if (seen_[slot] == expansion_) continue;
        seen_[slot] = expansion_;
        Node child;
        child.move = move;
        children_.push_back(child);
    }
}

/// Gives a child its result, or the score of the evaluation if the game goes on.
template <Known G>
void Mcts<G>::evaluate(const State& state, Node& child) const {
    State after = state;
    rules_.play(after, child.move);
    const games::Outcome outcome = rules_.outcome(after);
    if (games::is_over(outcome)) child.proven = outcome;
    const float score =
        games::is_over(outcome) ? Sampler<G>::score_of(outcome) : sampler_.score_of(knowledge_.evaluate(after));
    child.visits = style_.prior_visits;
    child.score = style_.prior_visits * for_side(rules_.to_move(state), score);
}

/// Adds a score, from the point of view of Side::first, to all nodes of the sample.
template <Known G>
void Mcts<G>::back_up(float score) {
    for (const Step& step : path_) {
        tree_[step.node].visits += 1;
        tree_[step.node].score += for_side(step.mover, score);
    }
}

/// Propagates a certain result from the leaf towards the root, as long as the parents become certain, too.
template <Known G>
void Mcts<G>::prove() {
    if constexpr (games::Dealt<G>) return;
    for (std::size_t i = path_.size() - 1; i > 0; --i) {
        const auto win = games::won(path_[i].mover);
        games::Outcome best = games::won(games::opponent(path_[i].mover));
        Node& parent = tree_[path_[i - 1].node];
        for (std::size_t child = parent.children; child < parent.children + parent.count && best != win; ++child) {
            const games::Outcome proven = tree_[child].proven;
            if (!games::is_over(proven)) best = games::Outcome::ongoing;
            if (proven == win || (proven == games::Outcome::drawn && games::is_over(best))) best = proven;
        }
        if (!games::is_over(best)) return;
        parent.proven = best;
    }
}

/// The child with the most samples, among those with the best certain result.
template <Known G>
std::size_t Mcts<G>::best_child(const State& state, std::size_t node) const {
    const Node& parent = tree_[node];
    const games::Side mover = rules_.to_move(state);
    const auto worth = [&](const Node& child) {
        if (child.proven == games::won(mover)) return 2e9F;
        if (child.proven == games::won(games::opponent(mover))) return child.visits - 2e9F;
        return child.visits;
    };
    std::size_t best = parent.children;
    bool found = false;
    for (std::size_t i = parent.children; i < parent.children + parent.count; ++i) {
        if (!allows(state, tree_[i].move)) continue;
        if (!found || worth(tree_[i]) > worth(tree_[best])) best = i;
        found = true;
    }
    return best;
}

}  // namespace sample_bots

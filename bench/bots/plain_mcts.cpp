// A baseline for mcts: a Monte Carlo tree search without any knowledge of a game, as short as possible.
#include <array>
#include <cmath>
#include <vector>

#include "sample_bots/bot.hpp"
#include "sample_bots/large_fitz.hpp"
#include "sample_bots/search_limits.hpp"

namespace {

using namespace sample_bots;

/// UCT with random playouts.
template <class G>
struct Plain {
    struct Node {
        typename G::Move move{};
        double visits = 0;
        double score = 0;  ///< the sum, from the point of view of the side that made the move
        std::vector<Node> children{};
    };

    typename G::Move choose(const typename G::State& state) {
        Node root;
        constexpr int usual_moves = 25;
        clock.start(usual_moves);
        for (std::uint64_t samples = 0; samples < 2 || !clock.is_over(samples); ++samples)
            sample(root, state);
        clock.stop();
        const auto fewer = [](const Node& a, const Node& b) { return a.visits < b.visits; };
        return std::max_element(root.children.begin(), root.children.end(), fewer)->move;
    }

    /// Makes one sample. Below the tree, all moves are random. Returns the score from the point of view of Side::first.
    double sample(Node& node, typename G::State state) {
        double score = 0.5;
        if constexpr (games::Dealt<G>) {
            if (state.hand_size == 0 && !games::is_over(rules.outcome(state))) rules.deal(state, dice);
        }
        if (const auto victor = games::winner(rules.outcome(state))) {
            score = *victor == games::Side::first ? 1 : 0;
        } else if (!games::is_over(rules.outcome(state))) {
            const auto mover = rules.to_move(state);
            typename G::Moves moves;
            rules.moves(state, moves);
            if (node.visits > 0 && node.children.empty()) {
                for (const auto move : moves)
                    node.children.push_back({move});
            }
            Node random_child{moves[dice.below(moves.size())]};
            Node* best = &random_child;
            double best_bound = -1;
            for (Node& child : node.children) {
                if (!rules.legal(state, child.move)) continue;
                const double bound = child.visits == 0 ? 1e9
                                                       : child.score / child.visits +
                                                             0.7 * std::sqrt(std::log(node.visits) / child.visits);
                if (bound > best_bound) best = &child;
                best_bound = std::max(bound, best_bound);
            }
            rules.play(state, best->move);
            score = sample(*best, state);
            best->score += mover == games::Side::first ? score : 1 - score;
        }
        node.visits += 1;
        return score;
    }

    const G& rules;
    SearchClock clock;
    games::Dice dice;
};

}  // namespace

int main(int argc, char** argv) {
    static constexpr std::array options = {nodes_option, time_option, seed_option};
    return run_bot({"plain_mcts", "samples games and knows nothing", options}, argc, argv,
                   []<class G>(const G& rules, const Options& given) {
                       if constexpr (games::MayNotList<G>) {
                           return LargeFitzPlayer(rules, Chance(given.seed), LargeFitzPlayer<G>::some_moves);
                       } else {
                           return Plain<G>{rules, SearchClock(search_limits(given)),
                                           games::Dice(static_cast<std::uint64_t>(given.seed.value_or(1)))};
                       }
                   });
}

// Learns the weights of the evaluation of CLUSTER (sample_bots/cluster_counts.hpp) from games of alphabeta against
// itself. The games are played with weights made by hand. The learned weights are fitted to their results by logistic
// regression.
//
//   cluster_training GAMES NODES SEED FILE   plays GAMES games, looks at NODES positions a move, and writes the weights
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/dice.hpp"
#include "games/game.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/evaluate_cluster.hpp"

namespace {

using namespace sample_bots;
using Game = games::cluster::Cluster<6>;
using Counts = ClusterCounts<6>;

constexpr std::size_t weights_size = 2 * Counts::size;

/// A position and what became of it.
struct ClusterExample {
    Counts::Counts counts;
    double progress;
    float result;  ///< for the side to move: 1 won, 0 lost
};

class ClusterTraining {
public:
    explicit ClusterTraining(std::uint64_t seed) : dice_(seed) {}

    void play(int games, std::uint64_t nodes);
    void fit();
    void write(const char* path) const;

private:
    static constexpr int max_random_plies = 9;  ///< the maximum number of random plies at the beginning of a game
    static constexpr int random_in = 25;        ///< later, one of this many moves is random

    static std::vector<std::int16_t> made_by_hand();
    void play_game(AlphaBeta<Game>& player);
    void note(Game::State state);

    const Game rules_{{}};
    const Counts counts_{rules_};
    games::Dice dice_;
    std::vector<std::int16_t> weights_ = made_by_hand();
    std::vector<ClusterExample> examples_;
    std::vector<games::Side> movers_;  ///< of the examples of this game
};

/// Cells that complete a run, cells that build one, and pellets left, for one side and against the other.
std::vector<std::int16_t> ClusterTraining::made_by_hand() {
    constexpr std::array<int, Counts::per_side> own = {0, 400, 400, 400, 1500, 1500, 100, 0, 100, 100,
                                                       0, 20,  20,  0,   0,    0,    150, 0, 0,   0};
    std::vector<std::int16_t> weights(weights_size);
    for (std::size_t i = 0; i < own.size(); ++i) {
        weights[1 + i] = static_cast<std::int16_t>(own[i]);
        weights[1 + Counts::per_side + i] = static_cast<std::int16_t>(-own[i]);
    }
    return weights;
}

void ClusterTraining::play(int games, std::uint64_t nodes) {
    const SearchLimits limits{.nodes = nodes};
    AlphaBeta<Game> player(rules_, limits, std::size_t{1} << 20, Knowledge<Game>(rules_, weights_));
    examples_.clear();
    for (int game = 0; game < games; ++game)
        play_game(player);
}

void ClusterTraining::play_game(AlphaBeta<Game>& player) {
    movers_.clear();
    auto state = rules_.start();
    const auto random_plies = static_cast<int>(dice_.below(max_random_plies + 1));
    while (!games::is_over(state.outcome)) {
        const bool random = state.plies < random_plies || dice_.below(random_in) == 0;
        if (random) {  // the result says nothing about the positions before the move
            examples_.resize(examples_.size() - movers_.size());
            movers_.clear();
        } else {
            note(state);
        }
        rules_.deal(state, dice_);
        Game::Moves moves;
        rules_.moves(state, moves);
        rules_.play(state, random ? moves[dice_.below(moves.size())] : player.choose(state));
    }
    const auto first = examples_.size() - movers_.size();
    for (std::size_t i = 0; i < movers_.size(); ++i) {
        examples_[first + i].result = state.outcome == games::won(movers_[i])  ? 1.0F
                                      : state.outcome == games::Outcome::drawn ? 0.5F
                                                                               : 0.0F;
    }
}

/// Makes an example of a position in which no hand has been dealt, unless every hand wins at once.
void ClusterTraining::note(Game::State state) {
    const auto rotations = counts_.rotations(state);
    const auto counts = counts_(state, rotations);
    if (rotations.won > 0 || Counts::wins_with_every_hand(counts)) return;
    examples_.push_back({counts, static_cast<double>(Counts::progress(rules_, state)) / Counts::progress_unit, 0});
    movers_.push_back(state.to_move);
}

/// Steps against the gradient, smaller ones for weights that have already changed much (J. Duchi et al., "Adaptive
/// subgradient methods", 2011).
void ClusterTraining::fit() {
    constexpr int passes = 8;
    std::array<double, weights_size> weights{};
    std::array<double, weights_size> changes;
    changes.fill(1e-2);
    const auto steps = passes * examples_.size();
    double loss = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        const ClusterExample& example = examples_[dice_.below(examples_.size())];
        std::array<double, weights_size> seen;
        double sum = 0;
        for (std::size_t i = 0; i < Counts::size; ++i) {
            seen[i] = example.counts[i];
            seen[i + Counts::size] = seen[i] * example.progress;
            sum += weights[i] * seen[i] + weights[i + Counts::size] * seen[i + Counts::size];
        }
        const double expected = 1 / (1 + std::exp(-sum));
        const double error = example.result - expected;
        const double rate = 0.3 * (1 - 0.98 * static_cast<double>(step) / static_cast<double>(steps));
        for (std::size_t i = 0; i < weights_size; ++i) {
            const double gradient = error * seen[i];
            changes[i] += gradient * gradient;
            weights[i] += rate * gradient / std::sqrt(changes[i]);
        }
        if (step >= steps - examples_.size()) loss -= std::log(std::max(1e-9, 1 - std::abs(error)));
    }
    for (std::size_t i = 0; i < weights_size; ++i) {
        weights_[i] = static_cast<std::int16_t>(
            std::lround(std::clamp(weights[i] * patterns::cluster_per_log_odd, -32000.0, 32000.0)));
    }
    std::printf("%zu positions, log loss %.4f\n", examples_.size(), loss / static_cast<double>(examples_.size()));
    std::fflush(stdout);
}

void ClusterTraining::write(const char* path) const {
    std::ofstream file(path);
    for (std::size_t i = 0; i < weights_size; ++i)
        file << weights_[i] << (i % 15 == 14 || i + 1 == weights_size ? ",\n" : ", ");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "cluster_training: GAMES NODES SEED FILE\n");
        return 2;
    }
    ClusterTraining training(std::strtoull(argv[3], nullptr, 10));
    training.play(std::atoi(argv[1]), std::strtoull(argv[2], nullptr, 10));
    training.fit();
    training.write(argv[4]);
}

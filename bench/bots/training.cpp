// Learns the weights of a game's patterns from games of the bot against itself. Uses temporal difference learning (R.
// Sutton, "Learning to predict by the methods of temporal differences", 1988), with smaller steps for weights that have
// already changed much (J. Duchi et al., "Adaptive subgradient methods", 2011).
//
//   training learn GAME GAMES SEED WEIGHTS          learns from GAMES games, and writes the weights
//   training duel GAME A B GAMES PLIES NODES SEED   plays alphabeta with weights A against weights B, after PLIES
//                                                   random plies; '-' is the handwritten evaluation
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "games/dice.hpp"
#include "games/game.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/evaluate_magnetic_cave.hpp"
#include "sample_bots/evaluate_magnetize.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/patterns/patterns.hpp"
#include "sample_bots/playout.hpp"

namespace {

using namespace sample_bots;

template <class G>
class Training {
public:
    /// Requires: `rules` outlives the training.
    Training(const G& rules, std::uint64_t seed)
        : rules_(rules),
          knowledge_(rules, {}),
          seen_(rules),
          weights_(seen_.weights()),
          changes_(seen_.weights(), 1e-3F),
          dice_(seed) {}

    void learn(long games) {
        constexpr float first_rate = 0.02F;
        for (long game = 1; game <= games; ++game) {
            play_game();
            learn_from_game(first_rate * (1 - 0.95F * static_cast<float>(game) / static_cast<float>(games)));
            if (game % std::max(games / 20, 1L) == 0) tell(game);
        }
    }

    void write(const char* path) const {
        std::vector<std::int8_t> rounded;
        for (const float weight : weights_) {
            const float units = std::clamp(weight * patterns::per_log_odd, -127.0F, 127.0F);
            rounded.push_back(static_cast<std::int8_t>(std::lround(units)));
        }
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(rounded.data()), static_cast<std::streamsize>(rounded.size()));
    }

private:
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    static constexpr float lambda = 0.7F;        ///< the weight of the end of the game, relative to the next position
    static constexpr int max_random_plies = 10;  ///< the maximum number of random plies at the beginning of a game
    static constexpr int random_in = 30;         ///< later, one of this many moves is random

    /// A position of a game.
    struct Played {
        State state;
        bool quiet;   ///< no threat has to be answered; the evaluation is only used in such positions
        bool random;  ///< the move after it was random, so the result says nothing about the position
    };

    /// The probability that the side to move wins. A draw counts as half a win.
    float value(const State& state) const {
        patterns::LaneIndex::Numbers numbers;
        return value(seen_(state, numbers));
    }
    float value(std::span<const std::uint32_t> seen) const {
        float sum = 0;
        for (const auto number : seen)
            sum += weights_[number];
        return 1 / (1 + std::exp(-sum));
    }
    static float result(games::Outcome outcome, games::Side side) {
        return outcome == games::won(side) ? 1.0F : outcome == games::Outcome::drawn ? 0.5F : 0.0F;
    }

    /// The value of a move, from the point of view of the side that makes it.
    float worth(const State& state, Move move) const {
        const games::Side mover = rules_.to_move(state);
        State after = state;
        rules_.play(after, move);
        if (games::is_over(rules_.outcome(after))) return result(rules_.outcome(after), mover);
        const float score = knowledge_.wins_at_once(after) ? 1 : value(after);
        return rules_.to_move(after) == mover ? score : 1 - score;
    }

    Move choose(const State& state, const Moves& moves) {
        Move best = moves[0];
        float best_worth = -1;
        for (const Move move : moves) {
            const float chance = static_cast<float>(dice_.below(1000)) * 1e-6F;  // chooses among equal moves
            const float score = worth(state, move) + chance;
            if (score > best_worth) best = move;
            best_worth = std::max(best_worth, score);
        }
        return best;
    }

    /// Plays until the game ends or a side can win at once.
    void play_game() {
        game_.clear();
        State state = rules_.start();
        const auto random_plies = static_cast<std::size_t>(dice_.below(max_random_plies + 1));
        while (!games::is_over(rules_.outcome(state)) && !knowledge_.wins_at_once(state)) {
            Moves moves;
            rules_.moves(state, moves);
            const bool quiet = !knowledge_.keep_answers(state, moves);
            const bool random = quiet && (game_.size() < random_plies || dice_.below(random_in) == 0);
            game_.push_back({state, quiet, random});
            rules_.play(state, random ? moves[dice_.below(moves.size())] : choose(state, moves));
        }
        const games::Outcome outcome = rules_.outcome(state);
        end_ = games::is_over(outcome) ? outcome : games::won(rules_.to_move(state));
    }

    /// Learns from the end of the game to its beginning. The value of a position should be between that of the next
    /// position and the result.
    void learn_from_game(float rate) {
        float target = result(end_, games::Side::first);
        for (auto played = game_.rbegin(); played != game_.rend(); ++played) {
            if (!played->quiet) continue;
            const bool first = rules_.to_move(played->state) == games::Side::first;
            patterns::LaneIndex::Numbers numbers;
            const auto seen = seen_(played->state, numbers);
            const float own = value(seen);
            const float for_first = first ? own : 1 - own;
            if (played->random) {
                target = for_first;
                continue;
            }
            change(seen, (first ? target : 1 - target) - own, rate);
            target = lambda * target + (1 - lambda) * for_first;
        }
    }

    void change(std::span<const std::uint32_t> seen, float gradient, float rate) {
        error_ += gradient * gradient;
        ++positions_;
        for (const auto number : seen) {
            changes_[number] += gradient * gradient;
            weights_[number] += rate * gradient / std::sqrt(changes_[number]);
        }
    }

    void tell(long game) {
        std::printf("%8ld games: root of mean squared error %.4f\n", game,
                    std::sqrt(error_ / static_cast<double>(positions_)));
        std::fflush(stdout);
        error_ = 0;
        positions_ = 0;
    }

    const G& rules_;
    Knowledge<G> knowledge_;
    patterns::Seen<G> seen_;
    std::vector<float> weights_;
    std::vector<float> changes_;  ///< for each weight, the sum of the squares of its gradients
    games::Dice dice_;
    std::vector<Played> game_;
    games::Outcome end_ = games::Outcome::ongoing;
    double error_ = 0;    ///< the sum of squared errors since the last report
    long positions_ = 0;  ///< the number of positions in this sum
};

template <class G>
int learn(const G& rules, char** arguments) {
    Training<G> training(rules, std::strtoull(arguments[1], nullptr, 10));
    training.learn(std::atol(arguments[0]));
    training.write(arguments[2]);
    return 0;
}

/// Plays a game from this position to its end. `players` is indexed by side.
template <class G>
games::Outcome play_out(const G& rules, typename G::State state, std::array<AlphaBeta<G>*, 2> players) {
    while (!games::is_over(rules.outcome(state)))
        rules.play(state, players[static_cast<std::size_t>(games::index(rules.to_move(state)))]->choose(state));
    return rules.outcome(state);
}

template <class G>
typename G::State random_opening(const G& rules, int plies, games::Dice& dice) {
    for (;;) {
        auto state = rules.start();
        for (int ply = 0; ply < plies && !games::is_over(rules.outcome(state)); ++ply)
            rules.play(state, random_move(rules, state, dice));
        if (!games::is_over(rules.outcome(state))) return state;
    }
}

/// Reads the weights in a file. Returns none for "-".
std::vector<std::int8_t> read(std::string_view path) {
    std::ifstream file(path.data(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    return {bytes.begin(), bytes.end()};
}

template <class G>
int duel(const G& rules, char** arguments) {
    const std::array weights = {read(arguments[0]), read(arguments[1])};
    const int games = std::atoi(arguments[2]);
    const SearchLimits limits{.nodes = std::strtoull(arguments[4], nullptr, 10)};
    constexpr std::size_t table_bytes = std::size_t{4} << 20;
    games::Dice dice(std::strtoull(arguments[5], nullptr, 10));
    std::array<int, 3> results{};  // A's wins, draws and losses
    for (int game = 0; game < games; game += 2) {
        const auto opening = random_opening(rules, std::atoi(arguments[3]), dice);
        for (const games::Side side : {games::Side::first, games::Side::second}) {
            AlphaBeta<G> a(rules, limits, table_bytes, Knowledge<G>(rules, weights[0]));
            AlphaBeta<G> b(rules, limits, table_bytes, Knowledge<G>(rules, weights[1]));
            const auto outcome =
                side == games::Side::first ? play_out(rules, opening, {&a, &b}) : play_out(rules, opening, {&b, &a});
            ++results[outcome == games::won(side) ? 0 : outcome == games::Outcome::drawn ? 1 : 2];
        }
    }
    std::printf("A won %d, drew %d, lost %d\n", results[0], results[1], results[2]);
    return 0;
}

template <class G>
int run(const G& rules, std::string_view what, int count, char** arguments) {
    if (what == "learn" && count == 3) return learn(rules, arguments);
    if (what == "duel" && count == 6) return duel(rules, arguments);
    std::fprintf(stderr, "training: learn GAME GAMES SEED WEIGHTS, or duel GAME A B GAMES PLIES NODES SEED\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    const std::string_view game = argc > 2 ? argv[2] : "";
    if (game == "magnetize") return run(games::magnetize::Magnetize<1>({}), what, argc - 3, argv + 3);
    if (game == "magnetic_cave") return run(games::magnetic_cave::MagneticCave({}), what, argc - 3, argv + 3);
    std::fprintf(stderr, "training: no patterns for the game '%s'\n", argc > 2 ? argv[2] : "");
    return 2;
}

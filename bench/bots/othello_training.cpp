// Learns the weights of Othello's patterns: plays games of the bot against itself, and fits the weights to the results.
//
//   othello_training start WEIGHTS                  writes initial weights, which only count the available moves
//   othello_training play WEIGHTS GAMES SEED FILE   plays, and appends positions with their results to the file
//   othello_training fit WEIGHTS FILE...            fits weights to these positions, and writes them
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "games/dice.hpp"
#include "games/othello/bitboard.hpp"
#include "games/othello/rules.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/evaluate_othello.hpp"
#include "sample_bots/othello/endgame.hpp"
#include "sample_bots/othello/patterns.hpp"
#include "sample_bots/playout.hpp"

namespace {

using namespace sample_bots::othello;
using games::othello::moves_of;
using games::othello::Othello;

/// A position from the point of view of the side to move, with its result.
struct Example {
    std::uint64_t own;
    std::uint64_t other;
    float lead;          ///< at the end of the game, which was solved
    std::int16_t score;  ///< hundredths of a disc, from a search; `no_score` if there was no search
    std::uint8_t black;  ///< whether black is to move
    std::uint8_t begins_game;
};
constexpr std::int16_t no_score = std::numeric_limits<std::int16_t>::min();

// Playing

constexpr int solved_from = 13;        ///< number of empty cells from which games are solved
constexpr std::uint64_t nodes = 400;   ///< the nodes of a search for a move
constexpr int min_random_plies = 5;    ///< the minimum number of random plies at the beginning of a game
constexpr int more_random_plies = 20;  ///< the maximum number of further random plies; smaller numbers are likelier
constexpr int random_in = 50;  ///< later, one of this many moves is random; the positions before it are discarded

int empty_cells(const Othello::State& state) {
    return 64 - std::popcount(state.own | state.other);
}

Example example_of(const Othello::State& state) {
    return {state.own, state.other, 0, no_score, static_cast<std::uint8_t>(state.to_move == games::Side::first), 0};
}

/// Plays on with best play from a position with few empty cells, and adds all positions as examples.
void solve(const Othello& rules, Othello::State state, const PatternEvaluation& evaluate, EndgameTable& table,
           std::vector<Example>& examples) {
    while (!games::is_over(state.outcome)) {
        if (state.open == 0) {
            rules.play(state, games::othello::Move::pass());
            continue;
        }
        const auto result = solve_endgame(evaluate, state.own, state.other, -64, 64, table,
                                          EndgameClock([](std::uint64_t) { return false; }));
        examples.push_back(example_of(state));
        examples.back().lead = static_cast<float>(result.lead);
        rules.play(state, games::othello::Move::place(result.cell));
    }
}

/// The examples of one game, in the order of play.
std::vector<Example> play_game(const Othello& rules, sample_bots::AlphaBeta<Othello>& player,
                               const PatternEvaluation& evaluate, EndgameTable& table, games::Dice& dice) {
    std::vector<Example> examples;
    Othello::State state = rules.start();
    const auto random_plies = min_random_plies + static_cast<int>(std::min(dice.below(more_random_plies + 1),
                                                                           dice.below(more_random_plies + 1)));
    while (!games::is_over(state.outcome) && (state.open == 0 || empty_cells(state) > solved_from)) {
        if (state.plies < random_plies || dice.below(random_in) == 0) {
            examples.clear();
            rules.play(state, sample_bots::random_move(rules, state, dice));
            continue;
        }
        const auto move = player.choose(state);
        if (state.open != 0) examples.push_back(example_of(state));
        if (state.open != 0 && player.thoughts().depth > 0) {
            examples.back().score = static_cast<std::int16_t>(std::clamp(player.thoughts().score, -6400, 6400));
        }
        rules.play(state, move);
    }
    const std::size_t played = examples.size();
    solve(rules, state, evaluate, table, examples);
    if (played == examples.size()) return {};
    const Example solved = examples[played];
    for (std::size_t i = 0; i < played; ++i)
        examples[i].lead = examples[i].black == solved.black ? solved.lead : -solved.lead;
    examples.front().begins_game = 1;
    return examples;
}

std::vector<std::int8_t> read_weights(const char* path) {
    std::vector<std::int8_t> weights(static_cast<std::size_t>(stages * weights_of_stage));
    std::ifstream file(path, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(weights.data()), static_cast<std::streamsize>(weights.size()))) {
        std::fprintf(stderr, "othello_training: %s holds no weights\n", path);
        std::exit(2);
    }
    return weights;
}

int play(const char* weights_path, int games, std::uint64_t seed, const char* path) {
    const auto weights = read_weights(weights_path);
    const PatternEvaluation evaluate(weights);
    const Othello rules({});
    sample_bots::AlphaBeta<Othello> player(rules, {.depth = 59, .nodes = nodes}, std::size_t{1} << 20,
                                           sample_bots::Knowledge<Othello>(rules, evaluate));
    EndgameTable table(16);
    games::Dice dice(seed);
    std::ofstream file(path, std::ios::binary | std::ios::app);
    std::size_t positions = 0;
    for (int game = 0; game < games; ++game) {
        const auto examples = play_game(rules, player, evaluate, table, dice);
        positions += examples.size();
        file.write(reinterpret_cast<const char*>(examples.data()),
                   static_cast<std::streamsize>(examples.size() * sizeof(Example)));
    }
    std::printf("%d games, %zu positions\n", games, positions);
    return file.good() ? 0 : 1;
}

// Fitting

/// An example and its target.
struct Aim {
    std::uint64_t own;
    std::uint64_t other;
    float lead;          ///< at the end of the game
    float target;        ///< the value that the weights are fitted to
    std::uint32_t game;  ///< the index of the game
};

using Weights = std::vector<float>;  ///< the weights of one stage, in discs

constexpr float trust = 0.85F;        ///< the weight of later positions, relative to the score of the search
constexpr float result_share = 0.3F;  ///< the share of the game's result in a target
constexpr int epochs = 10;
constexpr float first_rate = 0.006F;
constexpr float constant = 10;  ///< multiplies the constant weight, so that it is of the size of a number of moves
constexpr float extra_rate = 0.003F;     ///< lower, because extra factors exceed 1, the factor of a filling
constexpr std::uint32_t kept_game = 20;  ///< one in this many games is not fitted, and tests the weights

/// The indices of the weights that count in a position, and the factors of the extra weights.
struct Seen {
    std::array<std::uint32_t, used_lanes> numbers;
    std::array<float, extra_weights> extra;
};

float predict(const Seen& seen, const Weights& weights) {
    float sum = 0;
    for (const auto number : seen.numbers)
        sum += weights[number];
    for (std::size_t i = 0; i < seen.extra.size(); ++i)
        sum += weights[static_cast<std::size_t>(first_weight.back()) + i] * seen.extra[i];
    return sum;
}

/// Adds an aim for each position. The target lies between the game's result and the scores of the searches at this and
/// the following positions; the nearest count most. This way, one bad move late in a game distorts the targets less (R.
/// Sutton's TD(lambda)).
void add_aims(const std::vector<Example>& game, std::uint32_t number, std::vector<Aim>& aims) {
    float promised = 0;  // from black's point of view
    for (std::size_t i = game.size(); i-- > 0;) {
        const Example& example = game[i];
        const float sign = example.black != 0 ? 1.0F : -1.0F;
        const bool solved = example.score == no_score && 64 - std::popcount(example.own | example.other) <= solved_from;
        if (solved) promised = sign * example.lead;
        if (example.score != no_score)
            promised = trust * promised + (1 - trust) * sign * static_cast<float>(example.score) / 100;
        const float target = result_share * example.lead + (1 - result_share) * sign * promised;
        aims.push_back({example.own, example.other, example.lead, target, number});
    }
}

std::vector<Aim> read_aims(int count, char** paths) {
    std::vector<Aim> aims;
    std::vector<Example> game;
    std::uint32_t games = 0;
    for (int i = 0; i < count; ++i) {
        std::ifstream file(paths[i], std::ios::binary);
        for (Example example{}; file.read(reinterpret_cast<char*>(&example), sizeof example);) {
            if (example.begins_game != 0) {
                add_aims(game, games++, aims);
                game.clear();
            }
            game.push_back(example);
        }
    }
    add_aims(game, games, aims);
    return aims;
}

/// Turns positions into indices of weights.
class Eye {
public:
    Seen operator()(const Aim& aim) const {
        Seen seen;
        const Fillings numbers = index_.fillings(aim.own, aim.other);
        for (std::size_t lane = 0; lane < used_lanes; ++lane)
            seen.numbers[lane] = first_[numbers[lane]];
        seen.extra = {constant, static_cast<float>(std::popcount(moves_of(aim.own, aim.other))),
                      static_cast<float>(std::popcount(moves_of(aim.other, aim.own))),
                      constant * static_cast<float>(std::popcount(aim.own | aim.other) & 1)};
        return seen;
    }

private:
    PatternIndex index_;
    std::vector<std::uint32_t> first_ = representatives();
};

/// The root mean square error of the weights for the results of games that were not fitted, in discs.
double error_of(const std::vector<Aim>& kept, const Weights& weights, const Eye& eye) {
    double error = 0;
    for (const Aim& aim : kept)
        error += std::pow(aim.lead - predict(eye(aim), weights), 2);
    return std::sqrt(error / static_cast<double>(std::max<std::size_t>(kept.size(), 1)));
}

/// Stochastic gradient descent on the squared error, with decreasing steps.
void fit_stage(std::vector<Aim>& aims, const Eye& eye, Weights& weights, int stage) {
    std::mt19937_64 chance(static_cast<std::uint64_t>(stage));
    const auto end = std::partition(aims.begin(), aims.end(), [](const Aim& aim) { return aim.game % kept_game != 0; });
    const std::vector<Aim> kept(end, aims.end());
    aims.erase(end, aims.end());
    for (int epoch = 0; epoch < epochs; ++epoch) {
        const float rate = first_rate * std::pow(0.1F, static_cast<float>(epoch) / epochs);
        std::shuffle(aims.begin(), aims.end(), chance);
        for (const Aim& aim : aims) {
            const Seen seen = eye(aim);
            const float step = rate * (aim.target - predict(seen, weights));
            for (const auto number : seen.numbers)
                weights[number] += step;
            for (std::size_t j = 0; j < extra_weights; ++j)
                weights[static_cast<std::size_t>(first_weight.back()) + j] += extra_rate * step * seen.extra[j];
        }
    }
    std::printf("stage %d: %8zu positions, error %.3f discs\n", stage, aims.size(), error_of(kept, weights, eye));
    std::fflush(stdout);
}

/// Whether a position is an example of the stage. Positions with two discs more or fewer belong to it, too, so that
/// stages do not end abruptly.
bool belongs(const Aim& aim, int stage) {
    const int discs = std::popcount(aim.own | aim.other);
    return stage_of(discs - 2) == stage || stage_of(discs + 2) == stage;
}

void write(const char* path, const std::vector<std::int8_t>& weights) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(weights.data()), static_cast<std::streamsize>(weights.size()));
}

int fit(const char* path, int count, char** paths) {
    const auto aims = read_aims(count, paths);
    const Eye eye;
    const auto first = representatives();
    std::vector<std::int8_t> rounded(static_cast<std::size_t>(stages * weights_of_stage));
    // Each stage begins with the weights of the next later stage, so that few examples are enough.
    Weights weights(static_cast<std::size_t>(weights_of_stage));
    for (int stage = stages - 1; stage >= 0; --stage) {
        std::vector<Aim> of_stage;
        std::copy_if(aims.begin(), aims.end(), std::back_inserter(of_stage),
                     [&](const Aim& aim) { return belongs(aim, stage); });
        fit_stage(of_stage, eye, weights, stage);
        const auto begin = rounded.begin() + std::ptrdiff_t{stage} * weights_of_stage;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const int extra = static_cast<int>(i) - first_weight.back();
            const float factor = extra == 0 || extra == 3 ? constant : 1;
            const float units = weights[first[i]] * factor * PatternEvaluation::per_disc;
            begin[static_cast<std::ptrdiff_t>(i)] =
                static_cast<std::int8_t>(std::lround(std::clamp(units, -127.0F, 127.0F)));
        }
    }
    write(path, rounded);
    return 0;
}

int start(const char* path) {
    std::vector<std::int8_t> weights(static_cast<std::size_t>(stages * weights_of_stage));
    for (int stage = 0; stage < stages; ++stage) {
        const auto extra = weights.begin() + std::ptrdiff_t{stage} * weights_of_stage + first_weight.back();
        extra[1] = 6;
        extra[2] = -6;
    }
    write(path, weights);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "play" && argc == 6)
        return play(argv[2], std::atoi(argv[3]), std::strtoull(argv[4], nullptr, 10), argv[5]);
    if (what == "fit" && argc >= 4) return fit(argv[2], argc - 3, argv + 3);
    if (what == "start" && argc == 3) return start(argv[2]);
    std::fprintf(stderr, "othello_training: start WEIGHTS, play WEIGHTS GAMES SEED FILE, or fit WEIGHTS FILE...\n");
    return 2;
}

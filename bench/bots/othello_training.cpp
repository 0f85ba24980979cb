// Learns the weights of Othello's patterns: plays games against itself, and fits the weights to their results.
//
//   othello_training start WEIGHTS                  writes the weights to begin with: only moves to choose from count
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

/// A position as the side to move sees it, and the lead that it got with good play.
struct Example {
    std::uint64_t own;
    std::uint64_t other;
    std::int64_t lead;
};

// Playing

constexpr int solved_from = 13;       ///< empty cells from which on games are solved
constexpr std::uint64_t nodes = 400;  ///< of a search for a move
constexpr int max_random_plies = 24;  ///< at the begin of a game
constexpr int random_in = 50;         ///< later on one move in so many is random: what came before is no example

int empty_cells(const Othello::State& state) {
    return 64 - std::popcount(state.own | state.other);
}

/// Plays on from a position with few empty cells, with best play, and adds all examples of it.
void solve(const Othello& rules, Othello::State state, const PatternEvaluation& evaluate, EndgameTable& table,
           std::vector<Example>& examples) {
    while (!games::is_over(state.outcome)) {
        if (state.open == 0) {
            rules.play(state, games::othello::Move::pass());
            continue;
        }
        const auto result = solve_endgame(evaluate, state.own, state.other, -64, 64, table,
                                          EndgameClock([](std::uint64_t) { return false; }));
        examples.push_back({state.own, state.other, result.lead});
        rules.play(state, games::othello::Move::place(result.cell));
    }
}

/// Plays one game and answers its examples.
std::vector<Example> play_game(const Othello& rules, sample_bots::AlphaBeta<Othello>& player,
                               const PatternEvaluation& evaluate, EndgameTable& table, games::Dice& dice) {
    std::vector<Othello::State> passed;
    Othello::State state = rules.start();
    const auto random_plies = static_cast<int>(dice.below(max_random_plies + 1));
    while (!games::is_over(state.outcome) && (state.open == 0 || empty_cells(state) > solved_from)) {
        const bool any = state.plies < random_plies || dice.below(random_in) == 0;
        if (any) passed.clear();
        if (!any && state.open != 0) passed.push_back(state);
        rules.play(state, any ? sample_bots::random_move(rules, state, dice) : player.choose(state));
    }
    std::vector<Example> examples;
    solve(rules, state, evaluate, table, examples);
    if (examples.empty()) return {};
    const auto lead = examples.front().lead;
    for (const auto& before : passed)
        examples.push_back({before.own, before.other, before.to_move == state.to_move ? lead : -lead});
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

/// A position as the weights see it.
struct Seen {
    std::array<std::uint32_t, used_lanes> numbers;
    std::array<float, extra_weights> extra;
    float lead;
};

using Weights = std::vector<float>;  ///< of one stage, in discs

constexpr float constant = 10;        ///< what the constant weight is multiplied with, as a number of moves is
constexpr float extra_rate = 0.003F;  ///< the extra values are larger than the 1 of a filling

float predict(const Seen& seen, const Weights& weights) {
    float sum = 0;
    for (const auto number : seen.numbers)
        sum += weights[number];
    for (std::size_t i = 0; i < seen.extra.size(); ++i)
        sum += weights[static_cast<std::size_t>(first_weight.back()) + i] * seen.extra[i];
    return sum;
}

/// Stochastic gradient descent on the squared error, with steps that become smaller.
void fit_stage(std::vector<Seen>& seen, Weights& weights, int stage) {
    std::mt19937_64 chance(static_cast<std::uint64_t>(stage));
    std::shuffle(seen.begin(), seen.end(), chance);
    const std::size_t kept = seen.size() / 20;  // never fitted: they tell how good the weights are
    constexpr int epochs = 20;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        const float rate = 0.006F * std::pow(0.1F, static_cast<float>(epoch) / epochs);
        std::shuffle(seen.begin() + static_cast<std::ptrdiff_t>(kept), seen.end(), chance);
        for (std::size_t i = kept; i < seen.size(); ++i) {
            const float step = rate * (seen[i].lead - predict(seen[i], weights));
            for (const auto number : seen[i].numbers)
                weights[number] += step;
            for (std::size_t j = 0; j < extra_weights; ++j)
                weights[static_cast<std::size_t>(first_weight.back()) + j] += extra_rate * step * seen[i].extra[j];
        }
    }
    double error = 0;
    double spread = 0;
    for (std::size_t i = 0; i < kept; ++i) {
        error += std::pow(seen[i].lead - predict(seen[i], weights), 2);
        spread += std::pow(seen[i].lead, 2);
    }
    const auto root = [&](double sum) { return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(kept, 1))); };
    std::printf("stage %d: %8zu positions, error %.2f discs (without an evaluation %.2f)\n", stage, seen.size(),
                root(error), root(spread));
    std::fflush(stdout);
}

std::vector<Example> read_examples(int count, char** paths) {
    std::vector<Example> examples;
    for (int i = 0; i < count; ++i) {
        std::ifstream file(paths[i], std::ios::binary);
        for (Example example{}; file.read(reinterpret_cast<char*>(&example), sizeof example);)
            examples.push_back(example);
    }
    return examples;
}

/// Also those of a few discs more or less are examples of a stage, so that it does not end abruptly.
bool belongs(const Example& example, int stage) {
    const int discs = std::popcount(example.own | example.other);
    return stage_of(discs - 2) == stage || stage_of(discs + 2) == stage;
}

void write(const char* path, const std::vector<std::int8_t>& weights) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(weights.data()), static_cast<std::streamsize>(weights.size()));
}

Seen seen_of(const Example& example, const PatternIndex& index, const std::vector<std::uint32_t>& first) {
    Seen seen;
    const Fillings numbers = index.fillings(example.own, example.other);
    for (std::size_t lane = 0; lane < used_lanes; ++lane)
        seen.numbers[lane] = first[numbers[lane]];
    seen.extra = {constant, static_cast<float>(std::popcount(moves_of(example.own, example.other))),
                  static_cast<float>(std::popcount(moves_of(example.other, example.own)))};
    seen.lead = static_cast<float>(example.lead);
    return seen;
}

int fit(const char* path, int count, char** paths) {
    const auto examples = read_examples(count, paths);
    const auto first = representatives();
    const PatternIndex index;
    std::vector<std::int8_t> rounded(static_cast<std::size_t>(stages * weights_of_stage));
    // Each stage begins with the weights of the later one: few examples are then enough.
    Weights weights(static_cast<std::size_t>(weights_of_stage));
    for (int stage = stages - 1; stage >= 0; --stage) {
        std::vector<Seen> seen;
        for (const Example& example : examples) {
            if (belongs(example, stage)) seen.push_back(seen_of(example, index, first));
        }
        fit_stage(seen, weights, stage);
        const auto begin = rounded.begin() + std::ptrdiff_t{stage} * weights_of_stage;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const float factor = static_cast<int>(i) == first_weight.back() ? constant : 1;
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
    for (std::size_t stage = 1; stage <= stages; ++stage) {
        weights[stage * weights_of_stage - 2] = 6;
        weights[stage * weights_of_stage - 1] = -6;
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

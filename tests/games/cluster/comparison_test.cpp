// Compares the rule core of CLUSTER with the slow reference in thousands of random games and in known perft counts, and
// tests the laws of a rule core.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/perft.hpp"
#include "tests/games/cluster/pair.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/laws.hpp"
#include "tests/games/random.hpp"

namespace games_test {

namespace {

using games::cluster::Cluster;
using games::cluster::Config;
using games::cluster::Move;

const int games_to_play = 40'000 / games_test_share();

/// The habits of a random player.
struct Habits {
    int rotate;        ///< percent of its turns in which it rotates
    int columns_used;  ///< it puts its pellets only into this many columns on the left
    int tries;         ///< how often it looks for another column if a pellet would end the game
};

reference::ClusterSettings random_settings(Random& random) {
    const int die = random.below(1000);
    int side = random.between(3, 4);
    if (die >= 600) side = random.between(5, 6);
    if (die >= 850) side = random.between(7, 8);
    if (die >= 960) side = random.between(9, 12);
    if (die >= 990) side = random.between(13, 16);
    if (die >= 996) side = random.between(17, die >= 999 ? 32 : 20);
    const int longest = 2 * side - 1;
    const int connect = random.percent(90) ? random.between(2, random.percent(70) ? 3 : 5) : random.between(2, longest);
    const int limit = random.percent(5) ? random.between(1, 12 * side) : 40'000;
    return {side, connect, side <= 8 ? limit : std::min(limit, 12 * side)};
}

Habits random_habits(const reference::ClusterSettings& settings, Random& random) {
    const int columns = 2 * settings.side - 1;
    return {random.one_of(std::array{3, 8, 15, 25, 60}), random.percent(60) ? columns : random.between(1, columns),
            settings.side <= 6 && random.percent(80) ? random.one_of(std::array{1, 4, 16}) : 0};
}

std::string choose(const reference::Cluster& game, const Habits& habits, Random& random) {
    if (random.percent(habits.rotate)) return "ROTATE " + std::to_string(random.between(1, 5));
    constexpr int rotations = 5;
    const auto moves = game.legal_moves();
    const int placements = std::min(static_cast<int>(moves.size()) - rotations, 2 * habits.columns_used);
    std::string move = moves[static_cast<std::size_t>(random.below(placements))];
    for (int i = 0; i < habits.tries; ++i) {
        reference::Cluster after = game;
        after.play(move);
        if (after.result == reference::ClusterResult::none_yet) break;
        move = moves[static_cast<std::size_t>(random.below(placements))];
    }
    return move;
}

/// Names the capacity of the core for boards of this side.
std::string size_of(int side) {
    return "capacity " + std::to_string(side <= 4 ? 4 : side <= 6 ? 6 : side <= 8 ? 8 : side <= 16 ? 16 : 32);
}

void count_end(const reference::Cluster& game, int last_mover, Tally& tally) {
    tally.count("plies", game.plies);
    tally.count(size_of(game.settings.side));
    tally.count(game.reason);
    const auto other =
        last_mover == 0 ? reference::ClusterResult::player_1_won : reference::ClusterResult::player_0_won;
    if (game.result == other) tally.count("won by the other");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const reference::ClusterSettings settings = random_settings(random);
    const std::array habits = {random_habits(settings, random), random_habits(settings, random)};
    const int asked = random.one_of(std::array{0, 50, 100});
    ClusterPair pair(settings, seed);
    const reference::Cluster& game = pair.by_reference();
    int mover = 0;
    const std::string before = pair.difference() + pair.difference_of_setup_blocks();
    const bool agreed = agree_to_the_end(pair, seed, before, [&] {
        const std::string blocks = random.percent(asked) ? pair.difference_of_turn_blocks() : "";
        if (!blocks.empty()) return blocks;
        if (game.hand.size() == 1) tally.count("hands of one");
        mover = game.to_move;
        const std::string move = choose(game, habits[static_cast<std::size_t>(mover)], random);
        if (move.front() == 'R') tally.count(move);
        pair.play(move);
        return pair.difference();
    });
    if (agreed) count_end(game, mover, tally);
    return agreed;
}

static_assert(games::Dealt<Cluster<4>> && games::Dealt<Cluster<32>>);
static_assert(std::is_trivially_default_constructible_v<Move>);

std::uint64_t core_perft(const reference::ClusterSettings& s, std::uint64_t seed, int depth) {
    return games::cluster::with_rules({s.side, s.connect, s.max_plies}, [&](const auto& rules) {
        return games::perft(rules, rules.start(), games::Dice(seed), depth);
    });
}

struct Known {
    reference::ClusterSettings settings;
    std::uint64_t seed;
    std::vector<std::uint64_t> paths;  ///< for depth 0, 1, 2, ...
};

const std::vector<Known> known_numbers = {
    // side, connect, max_plies; seed
    {{6, 4, 40000}, 42, {1, 16, 256, 4096, 110592}},
    {{4, 4, 40000}, 42, {1, 12, 144, 1728, 32832, 623800}},
    {{3, 3, 40000}, 7, {1, 15, 225, 3375, 33734, 336660, 4985397}},
    {{3, 2, 40000}, 1, {1, 10, 150, 2250, 20762, 189262, 2542093}},
    {{3, 5, 5}, 3, {1, 10, 100, 1500, 14996, 149766, 0}},
    {{5, 3, 40000}, 11, {1, 14, 322, 4508, 63112}},
    {{8, 4, 40000}, 5, {1, 20, 400, 14000}},
    {{12, 4, 40000}, 5, {1, 28, 784, 39984}},
    {{32, 4, 40000}, 5, {1, 68, 4624}},
};

/// Moves with every code, for all existing columns and some that don't exist.
std::vector<Move> all_moves() {
    std::vector<Move> moves;
    for (int code = 0; code < 256; ++code) {
        for (int column = 0; column < 256; column += column < 66 ? 1 : 37)
            moves.push_back(Move{static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(column)});
    }
    return moves;
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, block, hand, listing and result of random games of CLUSTER") {
        std::vector<std::pair<std::string, long>> more_than = {
            {"hands of one", games_to_play / 10},   {"match", games_to_play / 10},
            {"longer match", games_to_play / 1000}, {"more pellets", games_to_play / 200},
            {"equal matches", games_to_play / 400}, {"out of pellets", games_to_play / 10},
            {"ply limit", games_to_play / 200},     {"won by the other", games_to_play / 10}};
        for (int cycles = 1; cycles <= 5; ++cycles)
            more_than.emplace_back("ROTATE " + std::to_string(cycles), games_to_play / 2);
        for (const int side : {4, 6, 8, 16, 32})
            more_than.emplace_back(size_of(side), games_to_play / 1000);
        compare_games(games_to_play, play_game, more_than);
    }
}

TEST_CASE("CLUSTER: the perft counts are those that the reference has found") {
    for (const Known& known : known_numbers) {
        for (std::size_t depth = 0; depth < known.paths.size(); ++depth) {
            INFO(spec_of(known.settings) << " seed " << known.seed << " depth " << depth);
            CHECK(core_perft(known.settings, known.seed, static_cast<int>(depth)) == known.paths[depth]);
        }
    }
}

TEST_CASE("CLUSTER: the core keeps the laws of a rule core on boards of every capacity") {
    const auto universe = all_moves();
    Random random(8);
    for (const int side : {3, 4, 5, 6, 7, 8, 9, 16, 17, 32}) {
        games::cluster::with_rules(Config{side, std::min(5, side), 12},
                                   [&](const auto& rules) { check_rule_core(rules, universe, random); });
    }
}

TEST_CASE("CLUSTER: a board uses the smallest capacity that holds it") {
    const std::pair<int, int> capacities[] = {{3, 6}, {6, 6}, {7, 16}, {16, 16}, {17, 32}, {32, 32}};
    for (const auto& [side, capacity] : capacities)
        CHECK(games::cluster::with_rules(Config{side, 3, 10},
                                         [](const auto& rules) { return (rules.pitch + 1) / 2; }) == capacity);
    static_assert(sizeof(Cluster<4>::State) <= 96 && sizeof(Cluster<6>::State) <= 176);
}

}  // namespace games_test

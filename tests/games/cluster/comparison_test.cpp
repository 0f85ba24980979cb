// Plays a great many random games of CLUSTER with the rule core and the slow reference side by side.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/games/cluster/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

const int games_to_play = 40'000 / games_test_share();

/// What occurred: proof that the games went where the rules are hard.
struct Tally {
    int games = 0;
    long plies = 0;
    std::array<long, 6> cycles{};
    int hands_of_one = 0;
    int won_by_the_other = 0;
    int match = 0;
    int longer_match = 0;
    int more_pellets = 0;
    int equal_matches = 0;
    int out_of_pellets = 0;
    int ply_limit = 0;
    std::array<int, 5> by_capacity{};  ///< boards of sides up to 4, 6, 8, 16 and 32
};

/// How a random player chooses.
struct Habits {
    int rotate;        ///< percent of its turns
    int columns_used;  ///< puts its pellets only into the first so many columns
    int tries;         ///< how often it looks for another column where a pellet would end the game
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

void count_end(const reference::Cluster& game, int last_mover, Tally& tally) {
    ++tally.games;
    tally.plies += game.plies;
    const int side = game.settings.side;
    ++tally.by_capacity[side <= 4 ? 0 : side <= 6 ? 1 : side <= 8 ? 2 : side <= 16 ? 3 : 4];
    if (game.reason == "match") ++tally.match;
    if (game.reason == "longer match") ++tally.longer_match;
    if (game.reason == "more pellets") ++tally.more_pellets;
    if (game.reason == "equal matches") ++tally.equal_matches;
    if (game.reason == "out of pellets") ++tally.out_of_pellets;
    if (game.reason == "ply limit") ++tally.ply_limit;
    const auto other =
        last_mover == 0 ? reference::ClusterResult::player_1_won : reference::ClusterResult::player_0_won;
    if (game.result == other) ++tally.won_by_the_other;
}

/// Answers whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const reference::ClusterSettings settings = random_settings(random);
    const std::array habits = {random_habits(settings, random), random_habits(settings, random)};
    const int asked = random.one_of(std::array{0, 50, 100});
    ClusterPair pair(settings, seed);
    const reference::Cluster& game = pair.by_reference();
    std::string difference = pair.difference() + pair.difference_of_setup_blocks();
    int mover = 0;
    while (difference.empty() && !pair.is_over()) {
        if (random.percent(asked)) difference = pair.difference_of_turn_blocks();
        if (!difference.empty()) break;
        if (game.hand.size() == 1) ++tally.hands_of_one;
        mover = game.to_move;
        const std::string move = choose(game, habits[static_cast<std::size_t>(mover)], random);
        if (move.front() == 'R') ++tally.cycles[static_cast<std::size_t>(move.back() - '0')];
        pair.play(move);
        difference = pair.difference();
    }
    if (!difference.empty()) {
        FAIL_CHECK("seed " << seed << ": " << difference << "\n" << pair.how_to_reproduce());
        return false;
    }
    count_end(game, mover, tally);
    return true;
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, block, hand, listing and result of random games of CLUSTER") {
        Tally tally;
        std::uint64_t seed = 1;
        while (tally.games < games_to_play && play_game(seed, tally))
            ++seed;
        MESSAGE(tally.games << " games, " << tally.plies << " plies; rotations by 1 to 5: " << tally.cycles[1] << ", "
                            << tally.cycles[2] << ", " << tally.cycles[3] << ", " << tally.cycles[4] << ", "
                            << tally.cycles[5] << "; hands of one " << tally.hands_of_one << "; match " << tally.match
                            << ", longer match " << tally.longer_match << ", more pellets " << tally.more_pellets
                            << ", equal matches " << tally.equal_matches << ", out of pellets " << tally.out_of_pellets
                            << ", ply limit " << tally.ply_limit << ", won by the other " << tally.won_by_the_other);
        CHECK(tally.games == games_to_play);
        for (int cycles = 1; cycles <= 5; ++cycles)
            CHECK(tally.cycles[static_cast<std::size_t>(cycles)] > games_to_play / 2);
        CHECK(tally.hands_of_one > games_to_play / 10);
        CHECK(tally.match > games_to_play / 10);
        CHECK(tally.longer_match > games_to_play / 1000);
        CHECK(tally.more_pellets > games_to_play / 200);
        CHECK(tally.equal_matches > games_to_play / 400);
        CHECK(tally.out_of_pellets > games_to_play / 10);
        CHECK(tally.ply_limit > games_to_play / 200);
        CHECK(tally.won_by_the_other > games_to_play / 10);
        for (const int count : tally.by_capacity)
            CHECK(count > games_to_play / 1000);
    }
}

}  // namespace games_test

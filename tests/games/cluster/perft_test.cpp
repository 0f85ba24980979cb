// Tests CLUSTER's rule core without the Board: compares its perft counts with those of the slow reference, and tests
// the laws of a rule core.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/perft.hpp"
#include "tests/games/cluster/pair.hpp"
#include "tests/games/laws.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

using games::cluster::Cluster;
using games::cluster::Config;
using games::cluster::Move;

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

TEST_CASE("CLUSTER: the perft counts are those that the reference has found") {
    for (const Known& known : known_numbers) {
        for (std::size_t depth = 0; depth < known.paths.size(); ++depth) {
            INFO(spec_of(known.settings) << " seed " << known.seed << " depth " << depth);
            CHECK(core_perft(known.settings, known.seed, static_cast<int>(depth)) == known.paths[depth]);
        }
    }
}

TEST_CASE("CLUSTER: core and reference have the same perft counts with many settings") {
    Random random(9);
    for (int round = 0; round < 60 / games_test_share() + 4; ++round) {
        const int side = random.between(3, random.percent(80) ? 4 : 7);
        const reference::ClusterSettings settings{side, random.between(2, 5), random.between(1, 40)};
        const std::uint64_t seed = random.bits();
        INFO(spec_of(settings) << " seed " << seed);
        CHECK(core_perft(settings, seed, 3) == reference::perft(reference::Cluster(settings, seed), 3));
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
    const auto capacity = [](int side) {
        return games::cluster::with_rules(Config{side, 3, 10}, [](const auto& rules) { return (rules.pitch + 1) / 2; });
    };
    CHECK(capacity(3) == 6);
    CHECK(capacity(6) == 6);
    CHECK(capacity(7) == 16);
    CHECK(capacity(16) == 16);
    CHECK(capacity(17) == 32);
    CHECK(capacity(32) == 32);
    static_assert(sizeof(Cluster<4>::State) <= 96 && sizeof(Cluster<6>::State) <= 176);
}

}  // namespace games_test

// Tests that every game of the catalogue keeps the laws of laws.hpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "tests/games/blocks.hpp"
#include "tests/games/laws.hpp"
#include "tests/games/random.hpp"
#include "tests/games/samples.hpp"
#include "tests/messages.hpp"

namespace games_test {

namespace {

const int specs_of_a_game = 400 / games_test_share() + 30;

template <class Check>
void for_each_spec(std::uint64_t seed, Check check) {
    for (const auto& game : games::catalogue()) {
        Random random(seed);
        const auto specs = some_specs(game, specs_of_a_game, random);
        REQUIRE(static_cast<int>(specs.size()) == specs_of_a_game);
        for (const games::GameSpec& spec : specs)
            check(spec, random.bits());
    }
}

/// Checks that the short rules are a few lines that fit a terminal.
void check_rules_in_short(std::string_view rules) {
    CHECK(rules.ends_with('\n'));
    const auto lines = std::count(rules.begin(), rules.end(), '\n');
    CHECK(lines >= 2);
    CHECK(lines <= 12);
    for (; !rules.empty(); rules.remove_prefix(rules.find('\n') + 1))
        CHECK(rules.find('\n') <= 77);
}

}  // namespace

TEST_CASE("the catalogue names each game once, and finds it by its name") {
    std::set<std::string_view> names;
    for (const auto& game : games::catalogue()) {
        CHECK(names.insert(game->name).second);
        CHECK(games::find_game(game->name) == game);
        CHECK_FALSE(game->summary.empty());
        CHECK_FALSE(contains(game->summary, "\n"));
        check_rules_in_short(game->rules);
    }
    CHECK(games::catalogue().front()->name == "magnetize");
    CHECK_THROWS_AS(games::find_game("no such game"), games::UserError);
}

TEST_CASE("every game's settings have names, ranges that hold, and defaults within them") {
    for (const auto& game : games::catalogue()) {
        INFO(game->name);
        check_settings(game);
    }
}

TEST_CASE("every game keeps the laws of play on many settings") {
    for_each_spec(5, [](const games::GameSpec& spec, std::uint64_t seed) { check_play(spec, seed, 100); });
}

TEST_CASE("every game can be repeated from its seed, and replayed from its moves") {
    for_each_spec(6, [](const games::GameSpec& spec, std::uint64_t seed) { check_repeatable(spec, seed, 100); });
}

TEST_CASE("every position of every game can be written, and a game can begin from it") {
    for_each_spec(9, [](const games::GameSpec& spec, std::uint64_t seed) { check_positions(spec, seed, 25); });
}

TEST_CASE("every spec is read back from its text as it was") {
    for_each_spec(7, [](const games::GameSpec& spec, std::uint64_t) {
        const std::string text = to_string(spec);
        INFO(text);
        CHECK(games::parse_spec(text, read_sample) == spec);
        CHECK(to_string(games::parse_spec(text, read_sample)) == text);
    });
}

TEST_CASE("the tests' own reader of blocks refuses malformed blocks") {
    const std::string good = "3\n1\n0 LOST\n0 1\n..\n*.\n1\nMAGNET\n";
    CHECK_NOTHROW(read_turn_block(good, 2));
    CHECK_THROWS_AS(read_turn_block(good, 1), BadBlock);
    CHECK_THROWS_AS(read_turn_block(good + "\n", 2), BadBlock);
    CHECK_THROWS_AS(read_turn_block(good.substr(0, good.size() - 1), 2), BadBlock);
    CHECK_THROWS_AS(read_turn_block("3\n2\n0 LOST\n0 1\n..\n*.\n1\nMAGNET\n", 2), BadBlock);
    CHECK_THROWS_AS(read_turn_block("03\n0\n0 1\n..\n*.\n1\nMAGNET\n", 2), BadBlock);
    CHECK_THROWS_AS(read_turn_block("3\n0\n0  1\n..\n*.\n1\nMAGNET\n", 2), BadBlock);
    CHECK_THROWS_AS(read_turn_block("3\r\n0\n0 1\n..\n*.\n1\nMAGNET\n", 2), BadBlock);
    CHECK_NOTHROW(read_setup_block("magnetize 1\n0\n2 2 2 1\n"));
    CHECK_THROWS_AS(read_setup_block("magnetize\n0\n2 2 2 1\n"), BadBlock);
    CHECK_THROWS_AS(read_setup_block("magnetize 1\n2\n2 2 2 1\n"), BadBlock);
    CHECK_THROWS_AS(read_setup_block("magnetize 1\n0\n2 2 2 1 \n"), BadBlock);
}

}  // namespace games_test

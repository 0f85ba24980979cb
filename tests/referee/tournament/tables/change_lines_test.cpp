// Tests the lines about the machines on which a tournament was played.
#include "referee/tournament/tables/change_lines.hpp"

#include <doctest/doctest.h>

#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

namespace {

std::string text_of_runs(std::vector<referee::tournament::RunOnMachine> runs) {
    auto head = head_of({"ann", "bob"}, settings_for(Format::round_robin, 1));
    for (const auto& run : runs)
        head.changes.push_back({.kind = referee::tournament::Change::Kind::played, .run = run});
    return referee::tournament::machine_text(head);
}

bool names_somebody(const std::string& text) {
    return text.find("ann") != std::string::npos || text.find("bob") != std::string::npos;
}

}  // namespace

TEST_CASE("an undisturbed run gives no line") {
    CHECK(text_of_runs({{.games = 100}}).empty());
}

TEST_CASE("a bot in whose turns many games were void is named") {
    const std::string text = text_of_runs({{.games = 100, .void_games = 2, .void_games_of = {{1, 2}}},
                                           {.games = 9, .void_games = 2, .void_games_of = {{0, 1}, {1, 1}}}});
    CHECK(text.find(
              "4 games had a turn that was not fair, were void and were played again (3 of them in turns of bob)") !=
          std::string::npos);
    CHECK(text.find("ann") == std::string::npos);
}

TEST_CASE("a bot is not named for a few void games, or for less than half of many") {
    CHECK_FALSE(names_somebody(text_of_runs({{.games = 100, .void_games = 2, .void_games_of = {{1, 2}}}})));
    CHECK_FALSE(names_somebody(text_of_runs({{.games = 100, .void_games = 9, .void_games_of = {{0, 4}, {1, 3}}}})));
}

}  // namespace tournament_test

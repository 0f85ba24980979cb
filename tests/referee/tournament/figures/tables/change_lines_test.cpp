// Tests the changes of a tournament in words, and the lines about the machines on which it was played.
#include "referee/tournament/figures/tables/change_lines.hpp"

#include <doctest/doctest.h>

#include "tests/referee/tournament/figures/tables/played_tables.hpp"

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

TEST_CASE("a change says which games are cancelled, played after all, or count as they were") {
    const auto head = head_of({"ann", "bob"}, settings_for(Format::round_robin, 1));
    const auto text = [&](const Change& change) { return change_text(head, change); };
    CHECK(text({.kind = Change::Kind::withdrawn, .entrant = 1}) == "bob leaves, its results stay");
    CHECK(text({.kind = Change::Kind::withdrawn, .entrant = 1, .cancelled = {3}, .reinstated = {1, 2}}) ==
          "bob leaves, its results stay; 1 game is cancelled; 2 games are not played again, and each earlier result "
          "counts");
    CHECK(text({.kind = Change::Kind::withdrawn, .entrant = 1, .reinstated = {1}}) ==
          "bob leaves, its results stay; a game is not played again, and its earlier result counts");
    CHECK(text({.kind = Change::Kind::withdrawn, .entrant = 1, .annulled = true, .reinstated = {1}}) ==
          "bob leaves, its results count for nobody; a game is not played again");
    CHECK(text({.kind = Change::Kind::replaced, .entrant = 1, .by = 0, .annulled = true, .reinstated = {1, 2}}) ==
          "ann takes the place of bob, its results count for nobody; 2 games are not played again");
    CHECK(text({.kind = Change::Kind::returned, .entrant = 1}) == "bob returns");
    CHECK(text({.kind = Change::Kind::returned, .entrant = 1, .restored = {3}}) ==
          "bob returns; 1 game that had been cancelled is played");
}

TEST_CASE("a bot that was left out is listed until it joins") {
    auto head = head_of({"ann", "bob", "cid"}, settings_for(Format::round_robin, 1));
    const Change left_out{.kind = Change::Kind::left_out, .name = "cid.py", .reason = "exited"};
    head.changes = {left_out};
    const auto lines = [&] { return left_out_lines(head, Field(3, head.changes)); };
    CHECK(lines().size() == 1);
    head.changes.push_back({.kind = Change::Kind::joined, .entrant = 1});
    CHECK(lines().size() == 1);
    head.changes.push_back({.kind = Change::Kind::joined, .entrant = 2});
    CHECK(lines().empty());
    head.changes.push_back(left_out);
    CHECK(lines().size() == 1);
}

TEST_CASE("a game is cancelled once, though both of its bots leave") {
    auto head = head_of({"ann", "bob"}, settings_for(Format::swiss, 2));
    head.changes = {{.kind = Change::Kind::withdrawn, .entrant = 0, .cancelled = {2, 3}},
                    {.kind = Change::Kind::withdrawn, .entrant = 1, .cancelled = {1, 2, 3}},
                    {.kind = Change::Kind::withdrawn, .entrant = 0, .annulled = true, .cancelled = {2, 3}}};
    CHECK(change_text(head, head.changes[0]) == "ann leaves, its results stay; 2 games are cancelled");
    CHECK(change_text(head, head.changes[1]) == "bob leaves, its results stay; 1 game is cancelled");
    CHECK(change_text(head, head.changes[2]) == "ann leaves, its results count for nobody");
    head.changes[1] = {.kind = Change::Kind::returned, .entrant = 0, .restored = {2, 3}};
    CHECK(change_text(head, head.changes[2]) == "ann leaves, its results count for nobody; 2 games are cancelled");
}

TEST_CASE("a game without a match was not played, is to be played again, or was cancelled") {
    auto head = head_of({"ann", "bob"}, settings_for(Format::round_robin, 9));
    head.changes = {{.kind = Change::Kind::again, .games = {1}},
                    {.kind = Change::Kind::withdrawn, .entrant = 1, .cancelled = {2, 3}},
                    {.kind = Change::Kind::returned, .entrant = 1, .restored = {3}}};
    CHECK(why_without_match(head, 0) == "it has not been played yet");
    CHECK(why_without_match(head, 1) == "it is to be played again");
    CHECK(why_without_match(head, 2) == "it was cancelled, because a bot had left");
    CHECK(why_without_match(head, 3) == "it has not been played yet");
}

TEST_CASE("a bot is not named for a few void games, or for less than half of many") {
    CHECK_FALSE(names_somebody(text_of_runs({{.games = 100, .void_games = 2, .void_games_of = {{1, 2}}}})));
    CHECK_FALSE(names_somebody(text_of_runs({{.games = 100, .void_games = 9, .void_games_of = {{0, 4}, {1, 3}}}})));
}

}  // namespace tournament_test

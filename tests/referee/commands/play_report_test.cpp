// Tests the table at the end of a series: every result is shown for the right bot and the right side.
#include "referee/commands/play_report.hpp"

#include <doctest/doctest.h>

#include "tests/referee/tournament/tables/played_tables.hpp"

namespace {

using namespace std::chrono_literals;
using protocol::Ending;
using referee::endings_of;
using referee::score_table;
using tournament_test::head_of;
using tournament_test::Played;

const std::array<std::string, 2> names = {"ann", "a longer name"};

}  // namespace

TEST_CASE("the table of a series shows everything in columns") {
    Played played(head_of({names[0], names[1]}));
    played.game(0, 1, '1').game(1, 0, '=', 0, Ending::by_rules, "board full");
    played.game(0, 1, '0', 0, Ending::timeout, "slow");
    std::array<referee::tournament::TurnTimes, 2> times;
    times[0].add(3000us, {});
    times[0].add(825us, {});
    times[1].add(5000us, {});
    CHECK(score_table(played.account, names, times) ==
          "bot            points   won  lost drawn  first w/l/d second w/l/d ms/move     max\n"
          "ann               1.5     1     1     1  1/1/0       0/0/1           1.91     0.0\n"
          "a longer name     1.5     1     1     1  0/0/1       1/1/0           5.00     0.0\n"
          "endings: board full 1, square 1, timeout 1\n"
          "ann forfeited 1 of 3 games: timeout\n");
}

TEST_CASE("aborted games are not in a table") {
    Played played(head_of({names[0], names[1]}));
    played.game(0, 1, '1').game(1, 0, 'x');
    CHECK(endings_of(played.account) == std::map<std::string, std::uint64_t>{{"square", 1}});
    CHECK(score_table(played.account, names, {}).find("1/0/0       0/0/0") != std::string::npos);
}

TEST_CASE("an empty table does not divide by zero") {
    CHECK(score_table(Played(head_of({"a", "b"})).account, {"a", "b"}, {}).find("nan") == std::string::npos);
}

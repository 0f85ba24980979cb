// The score of a series: every result counts for the right bot in the right seat.
#include <doctest/doctest.h>

#include "referee/match/summary.hpp"
#include "tests/protocol/sample_log.hpp"

namespace {

using namespace std::chrono_literals;
using protocol::Ending;
using protocol::MatchLog;
using referee::SeriesScore;

MatchLog match_that_ended(std::optional<int> winner, Ending ending = Ending::by_rules, std::string detail = "square") {
    MatchLog log = sample_log();
    log.result = {winner, ending, std::move(detail)};
    if (ending == Ending::by_rules) log.failure.reset();
    if (log.failure) log.failure->player = 1 - *winner;
    return log;
}

}  // namespace

TEST_CASE("a win counts for who won, in the seat where it was won") {
    SeriesScore score;
    score.add(match_that_ended(0), true);   // A wins moving first
    score.add(match_that_ended(0), false);  // B wins moving first
    score.add(match_that_ended(1), false);  // A wins moving second
    score.add(match_that_ended(1), false);  // and again
    score.add(match_that_ended({}, Ending::by_rules, "board full"), true);
    const auto& [a, b] = score.rows();
    CHECK(score.games() == 5);
    CHECK((a.won == std::array{1, 2}));
    CHECK((a.lost == std::array{0, 1}));
    CHECK((a.drawn == std::array{1, 0}));
    CHECK((b.won == std::array{1, 0}));
    CHECK((b.lost == std::array{2, 1}));
    CHECK((b.drawn == std::array{0, 1}));
    CHECK(a.points() == 3.5);
    CHECK(b.points() == 1.5);
    CHECK(a.wins() + b.wins() + a.draws() == score.games());
}

TEST_CASE("forfeits count for who forfeited, by their ending") {
    SeriesScore score;
    score.add(match_that_ended(1, Ending::timeout, "slow"), true);   // A, moving first, was late
    score.add(match_that_ended(0, Ending::timeout, "slow"), false);  // A, moving second, was late
    score.add(match_that_ended(0, Ending::crashed, "bang"), true);   // B crashed
    CHECK((score.rows()[0].forfeits == std::map<std::string, int>{{"timeout", 2}}));
    CHECK((score.rows()[1].forfeits == std::map<std::string, int>{{"crashed", 1}}));
    CHECK((score.endings() == std::map<std::string, int>{{"timeout", 2}, {"crashed", 1}}));
}

TEST_CASE("endings by the rules are counted by their detail") {
    SeriesScore score;
    score.add(match_that_ended(0), true);
    score.add(match_that_ended(0), true);
    score.add(match_that_ended({}, Ending::by_rules, "board full"), true);
    CHECK((score.endings() == std::map<std::string, int>{{"square", 2}, {"board full", 1}}));
}

TEST_CASE("the time of an answer counts for the player that gave it, and given plies for nobody") {
    MatchLog log = match_that_ended(0);
    log.plies[0].wall = 3000us;
    log.plies[1].wall = 5000us;
    log.plies.push_back(log.plies[0]);
    log.plies[2].wall = 1000us;
    log.plies.push_back(log.plies[0]);
    log.plies[3].wall.reset();
    SeriesScore score;
    score.add(log, false);
    const auto& [a, b] = score.rows();
    CHECK(a.longest == 5000us);
    CHECK(a.total == 5000us);
    CHECK(a.answers == 1);
    CHECK(b.longest == 3000us);
    CHECK(b.total == 4000us);
    CHECK(b.answers == 2);
}

TEST_CASE("the table tells it all in columns") {
    SeriesScore score;
    MatchLog log = match_that_ended(0);
    log.plies[0].wall = 3000us;
    log.plies[1].wall = 5000us;
    score.add(log, true);
    score.add(match_that_ended(1, Ending::timeout, "slow"), true);
    CHECK(table_of(score, {"ann", "a longer name"}) ==
          "bot            points   won  lost drawn  first w/l/d second w/l/d ms/move     max\n"
          "ann               1.0     1     1     0  1/1/0       0/0/0           1.91     3.0\n"
          "a longer name     1.0     1     1     0  0/0/0       1/1/0           2.50     5.0\n"
          "endings: square 1, timeout 1\n"
          "ann forfeited 1 of 2 games: timeout\n");
}

TEST_CASE("an empty table does not divide by nothing") {
    CHECK(table_of(SeriesScore{}, {"a", "b"}).find("nan") == std::string::npos);
}

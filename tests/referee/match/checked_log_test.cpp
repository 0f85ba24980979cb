// A log is shown or gone on with only when the format and the rules agree with it, and what is wrong is told with its
// place.
#include "referee/match/checked_log.hpp"

#include <doctest/doctest.h>

#include "tests/referee/scripted_match.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using protocol::Layout;
using protocol::MatchLog;
using referee::ContradictedLog;

MatchLog played_log() {
    ScriptedMatch match;
    match.script(worked_example());
    return match.play();
}

MatchLog contradicted_log() {
    MatchLog log = played_log();
    log.plies[1].player = 0;
    return log;
}

}  // namespace

TEST_CASE("a log that the rules contradict is told from a damaged one, each with its place") {
    const std::string good = to_json(played_log(), Layout::one_line);
    CHECK(to_json(referee::checked_log(good, "match 3"), Layout::one_line) == good);
    CHECK(error_of([&] { referee::checked_log(good.substr(0, 50), "match 3"); }) ==
          "match 3 is damaged: not valid JSON at byte 51");
    const std::string bad = to_json(contradicted_log(), Layout::one_line);
    CHECK_THROWS_WITH_AS(
        referee::checked_log(bad, "match 3"),
        "match 3: ply 2: the log says that player 0 moved, but it is player 1's turn; the log contradicts the rules",
        ContradictedLog);
    try {
        referee::check_log(contradicted_log(), "match 3");
        FAIL("it was not refused");
    } catch (const ContradictedLog& error) {
        CHECK(error.difference() == "ply 2: the log says that player 0 moved, but it is player 1's turn");
    }
}

TEST_CASE("settings that this program does not have are told with the log's place") {
    MatchLog log = played_log();
    log.config[0].second = std::int64_t{100'000};
    CHECK(error_of([&] { referee::check_log(log, "match 3"); }).find("match 3: ") == 0);
    log = played_log();
    log.game = "chess";
    CHECK(error_of([&] { referee::check_log(log, "match 3"); }).find("match 3: unknown game 'chess'") == 0);
}

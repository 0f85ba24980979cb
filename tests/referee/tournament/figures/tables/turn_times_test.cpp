#include "referee/tournament/figures/tables/turn_times.hpp"

#include <doctest/doctest.h>

namespace tournament_test {

namespace {

using namespace referee::tournament;

TEST_CASE("turns of games without a result do not count") {
    protocol::MatchLog log;
    for (const int player : {0, 1, 0}) {
        auto& ply = log.plies.emplace_back();
        ply.player = player;
        ply.wall = protocol::Micros(1000);
    }
    TurnTimes first, second;
    for (const auto ending : {protocol::Ending::by_rules, protocol::Ending::aborted, protocol::Ending::timeout}) {
        log.result.ending = ending;
        add_turns(log, first, second);
    }
    CHECK(first.turns() == 4);
    CHECK(second.turns() == 2);
}

}  // namespace

}  // namespace tournament_test

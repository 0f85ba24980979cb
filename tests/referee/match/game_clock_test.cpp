// The time that a side has left of a game's clock.
#include "referee/match/game_clock.hpp"

#include <doctest/doctest.h>

#include "referee/match/limits.hpp"
#include "referee/system/clock.hpp"

namespace {

using namespace std::chrono_literals;
using referee::clock_before;
using referee::GameClock;
using referee::GivenLimits;
using referee::in_words;
using referee::with_given;

protocol::Limits limits_with(std::optional<protocol::TimeControl> clock) {
    protocol::Limits limits;
    limits.margin = 20ms;
    limits.clock = clock;
    return limits;
}

}  // namespace

TEST_CASE("without a clock each turn has its own limit and the whole margin") {
    GameClock clock(limits_with(std::nullopt));
    clock.charge(1h);
    const auto turn = clock.allowance(100ms);
    CHECK(turn.limit == 100ms);
    CHECK(turn.margin == 20ms);
    CHECK_FALSE(clock.left().has_value());
}

TEST_CASE("turns use up the clock, answers add to it, and a move's own limit holds as well") {
    GameClock clock(limits_with({{10s, 1s}}));
    CHECK(clock.allowance(100s).limit == 10s);
    CHECK(clock.allowance(3s).limit == 3s);
    clock.charge(4s);
    CHECK(clock.left() == 7s);
    clock.charge(6500ms);
    CHECK(clock.left() == 1500ms);
    CHECK(clock.allowance(3s).limit == 1500ms);
    CHECK(clock.allowance(3s).margin == 20ms);
}

TEST_CASE("the margin is there once a game: what a late answer took of it is missing later") {
    GameClock clock(limits_with({{1s, 0s}}));
    clock.charge(1015ms);
    CHECK(clock.left() == -15ms);
    const auto turn = clock.allowance(1s);
    CHECK(turn.limit == 0s);
    CHECK(turn.margin == 5ms);
    clock.charge(1h);  // the referee was late itself, and the answer was there
    CHECK(clock.left() == -20ms);
    CHECK(clock.allowance(1s).margin == 0s);
}

TEST_CASE("the clock before a ply counts the plies of this player that have a time") {
    protocol::MatchLog log;
    log.limits = limits_with({{10s, 1s}});
    for (const auto& [player, wall] :
         {std::pair<int, std::optional<protocol::Micros>>{0, std::nullopt}, {1, 1s}, {0, 3s}, {1, 2s}, {0, 4s}}) {
        auto& ply = log.plies.emplace_back();
        ply.player = player;
        ply.wall = wall;
    }
    CHECK(clock_before(log, 0, 1).left() == 10s);
    CHECK(clock_before(log, 0, 3).left() == 10s);
    CHECK(clock_before(log, 0, 4).left() == 8s);
    CHECK(clock_before(log, 0, 6).left() == 5s);
    CHECK(clock_before(log, 1, 6).left() == 9s);
    CHECK(clock_before(log, 1, 100).left() == 9s);
}

// Tests how much time a side has left on its game clock.
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

TEST_CASE("the margin exists once per game: what a late answer took of it is missing later") {
    GameClock clock(limits_with({{1s, 0s}}));
    clock.charge(1015ms);
    CHECK(clock.left() == -15ms);
    const auto turn = clock.allowance(1s);
    CHECK(turn.limit == 0s);
    CHECK(turn.margin == 5ms);
    clock.charge(1h);  // the answer had arrived in time, but the referee was late
    CHECK(clock.left() == -20ms);
    CHECK(clock.allowance(1s).margin == 0s);
}

TEST_CASE("if moves have no separate limit, one may take all time left, even more than there was at the start") {
    const auto limits = with_given(referee::usual_limits(), GivenLimits{{}, {}, {}, {{500ms, 500ms}}});
    CHECK_FALSE(limits.move);
    CHECK_FALSE(limits.first_move);
    GameClock clock(limits);
    CHECK(clock.allowance(limits.of_turn(true)).limit == 500ms);
    clock.charge(77ms);
    CHECK(clock.allowance(limits.of_turn(false)).limit == 923ms);
}

TEST_CASE("beside a clock, only given limits of moves apply") {
    using Given = std::optional<protocol::Micros>;
    const auto given = [](Given move, Given first) {
        return with_given(referee::usual_limits(), GivenLimits{move, first, {}, {{60s, 1s}}});
    };
    CHECK(given(7s, {}).move == 7s);
    CHECK(given(7s, {}).first_move == 7s);
    CHECK(given({}, 5s).first_move == 5s);
    CHECK_FALSE(given({}, 5s).move);
    CHECK(in_words(given({}, 5s)) == "5s for the first, 1m+1s a game, margin 20ms");
    CHECK(given(90s, {}).move == 90s);  // kept, because increments may raise the clock above it
    const auto own = with_given(given({}, {}), GivenLimits{50ms, {}, {}, {}});
    CHECK(own.move == 50ms);
    CHECK(own.clock);
    CHECK_FALSE(own.first_move);
    auto without = given({}, {});
    without.clock.reset();
    CHECK(with_given(without, GivenLimits{50ms, {}, {}, {}}).first_move == 50ms);
    CHECK(referee::share_of_a_move({60s, 1s}) == 3s);
    CHECK(referee::share_of_a_move({1s, 5s}) == 1s);
}

TEST_CASE("the largest increments of a log do not overflow a duration") {
    constexpr protocol::Micros largest{(std::int64_t{1} << 53) - 1};
    protocol::MatchLog log;
    log.limits = limits_with({{largest, largest}});
    for (int ply = 0; ply < 3000; ++ply) {
        log.plies.emplace_back().player = ply % 2;
        log.plies.back().wall = 1us;
    }
    for (const std::size_t number : {std::size_t{3}, std::size_t{2500}}) {
        const auto left = clock_before(log, 0, number).left();
        REQUIRE(left);
        CHECK(*left <= largest);
        CHECK(referee::Duration(*left) > 0s);
    }
}

TEST_CASE("the clock before a ply counts the charged time if it is not the whole time taken") {
    protocol::MatchLog log;
    log.limits = limits_with({{10s, 0s}});
    log.plies.emplace_back().wall = 6s;
    log.plies.back().charged = 1s;
    CHECK(clock_before(log, 0, 2).left() == 9s);
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

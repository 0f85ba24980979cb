// A bot that uses the cores while it is stopped is found out; one that only rests never is.
#include "referee/players/rest_account.hpp"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono_literals;
using referee::CpuUse;
using referee::Duration;

/// A bot on one core by a clock of the test's, and its account.
struct Game {
    referee::TimePoint now{};
    std::optional<CpuUse> use = CpuUse{};
    int looks = 0;
    referee::RestAccount account{[this] {
        ++looks;
        return use;
    }};

    Game() { account.begin(now, true); }
    /// Rests for so long, uses so much meanwhile. Returns whether it is found out.
    bool rest(Duration length, Duration used) {
        now += length;
        if (use) use->used += used;
        return account.ran(now);
    }
    void turn(Duration length, Duration used) {
        account.resume(now);
        now += length;
        if (use) use->used += used;
        account.stop(now, 1);
    }
};

}  // namespace

TEST_CASE("a bot that runs while it is stopped is found out, at once or little by little") {
    Game at_once;
    CHECK(at_once.rest(100ms, 21ms));
    Game slowly;
    for (int turn = 0; turn < 4; ++turn) {
        CHECK_FALSE(slowly.rest(50ms, 5ms));
        slowly.turn(30ms, 30ms);
    }
    CHECK(slowly.rest(50ms, 5ms));
}

TEST_CASE("what it uses in its turns is its own, however often and however quick they are") {
    Game game;
    for (int turn = 0; turn < 1000; ++turn) {
        CHECK_FALSE(game.rest(30ms, 0ms));
        game.turn(turn % 2 == 0 ? 50ms : 1ms, turn % 2 == 0 ? 50ms : 1ms);
    }
}

TEST_CASE("thefts in many short rests add up") {
    Game game;
    bool found = false;
    for (int turn = 0; turn < 10; ++turn) {
        found = found || game.rest(10ms, 9ms);
        game.turn(1ms, 1ms);
    }
    CHECK(found);
}

TEST_CASE("quick turns and short rests are not looked at") {
    Game game;
    const int before = game.looks;
    game.turn(1ms, 1ms);
    CHECK_FALSE(game.rest(2ms, 0ms));
    CHECK(game.looks == before);
}

TEST_CASE("where the use is not known nobody is accused") {
    Game game;
    game.use = std::nullopt;
    CHECK_FALSE(game.rest(1s, 1s));
    Game late;  // its first stop took effect later
    late.account = referee::RestAccount([&late] { return late.use; });
    late.account.begin(late.now, false);
    CHECK_FALSE(late.rest(1s, 1s));
}

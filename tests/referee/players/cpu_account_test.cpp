// Tests that a bot is charged for all CPU time that it uses, and that a bot that runs while it should be stopped is
// detected.
#include "referee/players/cpu_account.hpp"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono_literals;
using referee::CpuAccount;
using referee::Duration;

/// A bot on the test's own clock, and its account.
struct Game {
    referee::TimePoint now{};
    std::optional<std::chrono::nanoseconds> used = 0ns;
    int looks = 0;
    CpuAccount account;

    explicit Game(int cores = 1, bool known = true)
        : account(
              [this] {
                  ++looks;
                  return used;
              },
              [] { return referee::ThreadWaits(); }, cores) {
        account.begin(now, known);
    }
    void pass(Duration length, Duration use) {
        now += length;
        if (used) *used += use;
    }
    /// Lets the bot rest for `length`. Meanwhile it uses the CPU time `use`. Returns whether this is detected.
    bool rest(Duration length, Duration use) {
        pass(length, use);
        return account.ran(now);
    }
    /// Plays a turn of `length`, in which the bot uses the CPU time `use`. `beside`: for how long the bot could run
    /// before and after the turn. Returns what the bot is charged in addition to the turn.
    Duration turn(Duration length, Duration use, Duration beside = 0ms) {
        account.resume(now);
        pass(length + beside, use);
        return account.stop(now, length);
    }
};

}  // namespace

TEST_CASE("a bot that runs while it is stopped is detected, at once or gradually") {
    Game at_once;
    CHECK(at_once.rest(100ms, 21ms));
    Game slowly;
    for (int turn = 0; turn < 4; ++turn) {
        CHECK_FALSE(slowly.rest(50ms, 5ms));
        slowly.turn(30ms, 30ms);
    }
    CHECK(slowly.rest(50ms, 5ms));
}

TEST_CASE("CPU time in a bot's own turns is allowed, however often and however quick they are") {
    Game game;
    for (int turn = 0; turn < 1000; ++turn) {
        CHECK_FALSE(game.rest(30ms, 0ms));
        game.turn(turn % 2 == 0 ? 50ms : 1ms, turn % 2 == 0 ? 50ms : 1ms);
    }
}

TEST_CASE("stolen time in many short rests adds up") {
    Game game;
    bool found = false;
    for (int turn = 0; turn < 10; ++turn) {
        found = found || game.rest(10ms, 9ms);
        game.turn(1ms, 1ms);
    }
    CHECK(found);
}

TEST_CASE("a bot that idles in its turns is detected as well") {
    Game game;
    bool found = false;
    for (int turn = 0; turn < 5; ++turn) {
        game.turn(1s, 1ms);
        found = found || game.rest(1s, 6ms);
    }
    CHECK(found);
}

TEST_CASE("CPU time is not charged twice if the count falls, because the kernel counts ended threads in ticks") {
    Game game;
    for (int turn = 0; turn < 100; ++turn) {
        CHECK(game.turn(5ms, 4ms) == 0ms);
        CHECK_FALSE(game.rest(100ms, -4ms));
        CHECK(game.turn(5ms, 4ms + 4ms) == 0ms);
    }
}

TEST_CASE("quick turns and short rests are not checked") {
    Game game;
    const int before = game.looks;
    game.turn(1ms, 1ms);
    CHECK_FALSE(game.rest(2ms, 0ms));
    CHECK(game.looks == before);
}

TEST_CASE("if the CPU time is not known, no bot is accused or charged") {
    Game game;
    game.used = std::nullopt;
    CHECK_FALSE(game.rest(1s, 1s));
    CHECK(game.turn(10ms, 10ms, 1s) == 0ms);
    Game late(1, false);  // its first stop took effect late
    late.pass(1s, 1s);
    CHECK(late.turn(10ms, 10ms) == 0ms);
    CHECK(late.turn(10ms, 110ms, 100ms) == 100ms - 2 * CpuAccount::beside_a_turn);
}

TEST_CASE("what a bot uses before its turn or after it is charged, on each of its cores") {
    Game game;
    CHECK(game.turn(10ms, 60ms, 50ms) == 50ms - CpuAccount::beside_a_turn);
    CHECK(game.turn(10ms, 60ms, 50ms) == 50ms - CpuAccount::beside_a_turn);
    CHECK(game.turn(10ms, 10ms, 50ms) == 0ms);  // the machine stalled, so the bot could not use this time
    Game of_two(2);
    CHECK(of_two.turn(10ms, 120ms, 50ms) == 50ms - CpuAccount::beside_a_turn / 2);
    CHECK(of_two.turn(10ms, 20ms, 50ms) == 0ms);
}

TEST_CASE("small amounts add up: no bot gets more than half a millisecond per turn for free") {
    constexpr int turns = 1000;
    for (const Duration beside : {Duration(400us), Duration(900us), Duration(4ms)}) {
        Game game;
        Duration charged{};
        for (int turn = 0; turn < turns; ++turn)
            charged += 10us + game.turn(10us, 10us + beside, beside);
        CHECK(charged >= *game.used - turns * CpuAccount::beside_a_turn - CpuAccount::quick);
        CHECK(charged <= *game.used + turns * CpuAccount::beside_a_turn);
    }
}

TEST_CASE("waiting earns a bot no time beside its turns") {
    Game game;
    for (int turn = 0; turn < 100; ++turn) {
        CHECK(game.turn(turn % 2 == 0 ? 1s : 10us, 0ms) == 0ms);
        CHECK_FALSE(game.rest(1s, 0ms));
    }
    CHECK(game.turn(10us, 100ms + 10us, 100ms) >= 100ms - CpuAccount::quick - CpuAccount::beside_a_turn);
}

TEST_CASE("CPU time that the kernel counts late is not charged twice") {
    Game game;
    CHECK(game.turn(50ms, 46ms) == 0ms);
    CHECK(game.turn(50ms, 54ms) == 0ms);
}

TEST_CASE("CPU time that a bot uses while it is stopped is charged to its next turn") {
    Game game;
    CHECK_FALSE(game.rest(100ms, 19ms));
    CHECK(game.turn(10ms, 10ms) == 19ms - CpuAccount::beside_a_turn);
}

TEST_CASE("the state at the last stop is that of the last check, plus the CPU time since") {
    Game game;
    CHECK_FALSE(game.account.last_stop());
    game.turn(10ms, 4ms);
    REQUIRE(game.account.last_stop());
    CHECK(game.account.last_stop()->used == 4ms);
    CHECK(game.account.last_stop()->ran_since == 0ms);
    game.turn(1ms, 1ms);
    game.turn(1ms, 1ms);
    CHECK(game.account.last_stop()->used == 4ms);
    CHECK(game.account.last_stop()->ran_since == 2ms);
    game.used.reset();
    game.turn(10ms, 0ms);
    CHECK_FALSE(game.account.last_stop());
}

// Tests who is to blame for a late answer: the bot, or other processes that occupied the cores.
#include "referee/core/players/fairness.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/referee/core/players/test_clock.hpp"

namespace {

using namespace std::chrono_literals;
using referee::CpuUse;
using referee::Disturbance;
using referee::Duration;
using Kind = referee::Disturbance::Kind;

/// A process whose threads report the given waiting times. Each look takes the next entry of `looks`; the last entry is
/// repeated.
class Waiting final : public referee::ChildProcess {
public:
    explicit Waiting(std::vector<referee::ThreadWaits> looks) : ChildProcess({}), looks_(std::move(looks)) {}
    [[nodiscard]] pid_t pid() const override { return 1; }
    [[nodiscard]] int end_fd() const override { return -1; }
    [[nodiscard]] std::optional<referee::ExitStatus> exit_status() override { return std::nullopt; }
    void kill_all() noexcept override {}
    [[nodiscard]] referee::ThreadWaits waits() const override { return looks_[std::min(next_++, looks_.size() - 1)]; }
    std::chrono::nanoseconds used{};  ///< the CPU time so far

protected:
    [[nodiscard]] const referee::ControlGroup* group() const override { return nullptr; }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> used_by_processes() const override { return used; }
    void order_pause(bool) override {}
    [[nodiscard]] bool wait_until_obeyed(Duration) override { return true; }

private:
    std::vector<referee::ThreadWaits> looks_;
    mutable std::size_t next_ = 0;
};

/// Returns the verdict on a turn that was watched for 100 ms with a tolerance of 20 ms.
std::optional<Kind> judged(Duration referee_late, std::optional<CpuUse> use, int cores = 1,
                           referee::CoreTimes times = {}, Duration served = {}) {
    const auto disturbance = referee::disturbance_of(referee_late, 20ms, {100ms, use, times, cores, served});
    return disturbance ? std::optional(disturbance->kind) : std::nullopt;
}

}  // namespace

TEST_CASE("a silent bot is late by its own fault, unless the referee was late, too") {
    CHECK_FALSE(judged(0ms, CpuUse{0ms, 0ms}));
    CHECK_FALSE(judged(20ms, CpuUse{0ms, 0ms}));
    CHECK(judged(21ms, CpuUse{0ms, 0ms}) == Kind::referee_late);
    CHECK(judged(21ms, std::nullopt) == Kind::referee_late);
    CHECK_FALSE(judged(0ms, std::nullopt));
}

TEST_CASE("a bot that had its core nearly all the time is late by its own fault, even if the referee was late, too") {
    CHECK_FALSE(judged(50ms, CpuUse{100ms, 0ms}));
    CHECK_FALSE(judged(50ms, CpuUse{80ms, 0ms}));
    CHECK(judged(50ms, CpuUse{79ms, 0ms}) == Kind::referee_late);
}

TEST_CASE("if the referee was late for most of the time, the machine stood still, and no bot has lost") {
    CHECK(judged(51ms, CpuUse{100ms, 0ms}) == Kind::referee_late);
}

TEST_CASE("a bot that got its lost time back is late by its own fault") {
    const auto judged_with = [](Duration given, Duration referee_late = 0ms) {
        return referee::disturbance_of(referee_late, 20ms, {100ms, CpuUse{50ms, 50ms}, {}, 1}, given).has_value();
    };
    CHECK(judged_with(29ms));
    CHECK_FALSE(judged_with(30ms));
    CHECK_FALSE(judged_with(50ms, 21ms));
    CHECK(judged_with(29ms, 21ms));
}

TEST_CASE("threads that wait for each other on the bot's own core are its own fault") {
    CHECK_FALSE(judged(30ms, CpuUse{99ms, 24s}));
    CHECK_FALSE(judged(0ms, CpuUse{99ms, 24s}));
    CHECK_FALSE(judged(0ms, CpuUse{390ms, 24s}, 4));
    CHECK(judged(0ms, CpuUse{350ms, 24s}, 4) == Kind::no_core);
}

TEST_CASE("a bot that others kept from its core is not late by its own fault") {
    CHECK(judged(0ms, CpuUse{3ms, 95ms}) == Kind::no_core);
    CHECK(judged(0ms, CpuUse{50ms, 50ms}) == Kind::no_core);
    CHECK_FALSE(judged(0ms, CpuUse{3ms, 20ms}));
    CHECK(judged(0ms, CpuUse{3ms, 21ms}) == Kind::no_core);
    CHECK_FALSE(judged(0ms, CpuUse{85ms, 15ms}));
}

TEST_CASE(
    "a bot that leaves its core idle at times, and whose threads otherwise wait for each other, was denied nothing") {
    CHECK_FALSE(judged(0ms, CpuUse{50ms, 400ms}, 1, {50ms, 0ms}));
    CHECK_FALSE(judged(0ms, CpuUse{50ms, 400ms}, 1, {30ms, 0ms}));
    CHECK(judged(0ms, CpuUse{50ms, 400ms}, 1, {20ms, 0ms}) == Kind::no_core);
}

TEST_CASE("time that the referee and the warden used for a bot is the bot's own") {
    CHECK_FALSE(judged(0ms, CpuUse{50ms, 50ms}, 1, {}, 50ms));
    CHECK_FALSE(judged(0ms, CpuUse{50ms, 50ms}, 1, {}, 30ms));
    CHECK(judged(0ms, CpuUse{50ms, 50ms}, 1, {}, 29ms) == Kind::no_core);
    CHECK_FALSE(judged(50ms, CpuUse{40ms, 0ms}, 1, {}, 60ms));
}

TEST_CASE("the time that the machine provably took is less than the time that a bot is given back") {
    CHECK(referee::time_taken({100ms, CpuUse{50ms, 24s}, {40ms, 0ms}, 1}) == 10ms);
    CHECK(referee::time_denied({100ms, CpuUse{50ms, 24s}, {40ms, 0ms}, 1}) == 20ms);
    CHECK(referee::time_taken({100ms, CpuUse{50ms, 24s}, {50ms, 0ms}, 1}) == 0ms);
    CHECK(referee::time_taken({100ms, CpuUse{3ms, 95ms}, {}, 1}) == 95ms);
    CHECK(referee::time_taken({100ms, std::nullopt, {}, 1}) == 0ms);
}

TEST_CASE("time that another virtual machine took counts as a wait") {
    CHECK(judged(0ms, CpuUse{50ms, 0ms}, 1, {0ms, 40ms}) == Kind::no_core);
    CHECK_FALSE(judged(0ms, CpuUse{50ms, 0ms}, 1, {50ms, 40ms}));
    CHECK_FALSE(judged(0ms, CpuUse{90ms, 0ms}, 1, {0ms, 40ms}));
}

TEST_CASE("the time that a bot was denied is what it waited, but at most what others used of its cores") {
    const auto denied = [](CpuUse use, int cores, Duration idle = 0ms) {
        return referee::time_denied({100ms, use, {idle, 0ms}, cores});
    };
    CHECK(denied({3ms, 95ms}, 1) == 95ms);
    CHECK(denied({50ms, 24s}, 1) == 50ms);
    CHECK(denied({50ms, 24s}, 1, 15ms) == 35ms);
    CHECK(denied({50ms, 24s}, 1, 40ms) == 20ms);  // idle time is counted in ticks, and kernel work is short
    CHECK(denied({50ms, 7ms}, 1, 50ms) == 7ms);
    CHECK(denied({50ms, 24s}, 2, 140ms) == 10ms);  // the bot could have used the other core as well
    CHECK(denied({150ms, 24s}, 2) == 50ms);
    CHECK(denied({10ms, 24s}, 2) == 100ms);
    CHECK(denied({300ms, 24s}, 1) == 0ms);
    CHECK(referee::time_denied({100ms, std::nullopt, {}, 1}) == 0ms);
}

TEST_CASE("the waits of ended threads are not forgotten, and thread ids may be reused") {
    Waiting bot({{{1, {5ms}}}, {{1, {7ms}}, {2, {30ms}}}, {{1, {7ms}}, {2, {4ms}}}, {{1, {9ms}}}});
    referee::CpuWatch watch(bot, referee::Clock::now());
    CHECK(watch.look(bot) >= 20ms);
    CHECK(watch.look(bot) >= 20ms);
    const auto share = watch.until(referee::Clock::now(), bot, 1);
    REQUIRE(share.use);
    CHECK(share.use->waited == 2ms + 30ms + 4ms + 2ms);
}

TEST_CASE("a thread that still waits counts as waiting, although the kernel counts the wait only at its end") {
    const auto waited_at_the_end = [](std::vector<referee::ThreadWaits> looks) {
        Waiting bot(std::move(looks));
        referee::CpuWatch watch(bot, referee::Clock::now());
        for (int look = 0; look < 2; ++look) {
            std::this_thread::sleep_for(30ms);
            watch.look(bot);
        }
        return watch.until(referee::Clock::now(), bot, 1).use->waited;
    };
    CHECK(waited_at_the_end({{{1, {5ms, 3ms, true}}}}) >= 60ms);
    CHECK(waited_at_the_end({{{1, {5ms, 3ms, false}}}}) == 0ms);
    // The thread ran or slept between the looks.
    CHECK(waited_at_the_end(
              {{{1, {5ms, 3ms, true}}}, {{1, {5ms, 4ms, true}}}, {{1, {5ms, 5ms, true}}}, {{1, {5ms, 6ms, true}}}}) ==
          0ms);
    CHECK(waited_at_the_end(
              {{{1, {5ms, 3ms, true}}}, {{1, {5ms, 3ms, false}}}, {{1, {5ms, 3ms, true}}}, {{1, {5ms, 3ms, false}}}}) ==
          0ms);
    // At the last look, the kernel has already counted the whole wait.
    CHECK(waited_at_the_end({{{1, {5ms, 3ms, true}}}, {{1, {5ms, 3ms, true}}}, {{1, {75ms, 3ms, true}}}}) < 75ms);
}

TEST_CASE("a watch goes back to the last stop, if that is known") {
    Waiting bot({{{1, {9ms}}}});
    const auto now = referee::Clock::now();
    const referee::LastStop stop{3ms, 0ms, {{1, {5ms}}}};
    referee::CpuWatch watch(bot, now - 10ms, now, stop);
    const auto share = watch.until(now, bot, 1);
    CHECK(share.length == 13ms);
    REQUIRE(share.use);
    CHECK(share.use->waited == 4ms);
}

namespace {

/// A turn of 100 ms of a bot. Its margin is 20 ms. `waits`: the bot's total waiting time at each look after the first.
struct Timed {
    referee_test::TestClock clock;
    Waiting bot;
    referee::FairTime time;

    explicit Timed(std::vector<Duration> waits, int cores = 1)
        : bot(looks(waits)), time(bot, cores, stopped(clock), clock.now(), 100ms, CpuUse{}) {}
    /// Sleeps until `until` and then `late` longer.
    void sleep(referee::TimePoint until, Duration late = 0ms) {
        clock.oversleep(late);
        CHECK_FALSE(time.wait({}, until));
    }
    bool extend(Duration late = 0ms) {
        if (clock.now() < time.deadline()) sleep(time.deadline(), late);
        time.measure();
        return time.extend(20ms);
    }

private:
    static std::vector<referee::ThreadWaits> looks(const std::vector<Duration>& waits) {
        std::vector<referee::ThreadWaits> looks = {{{1, {0ms}}}};
        for (const Duration wait : waits)
            looks.push_back({{1, {wait}}});
        return looks;
    }
    static const referee::TurnClock& stopped(referee_test::TestClock& clock) {
        clock.stop();
        return clock;
    }
};

}  // namespace

TEST_CASE("time that others took is added after the deadline, and is not charged") {
    Timed turn({0ms, 8ms, 10ms, 10ms});
    turn.sleep(turn.time.next_look());
    turn.time.look_if_due(turn.clock.now());
    const auto deadline = turn.time.deadline();
    REQUIRE(turn.extend());
    CHECK(turn.time.deadline() == deadline + 8ms);
    REQUIRE(turn.extend());
    CHECK(turn.time.deadline() == deadline + 10ms);
    CHECK(turn.time.charged_of(105ms) == 100ms);
    CHECK(turn.time.charged_of(90ms) == 90ms);
    CHECK_FALSE(turn.extend());
    CHECK_FALSE(turn.time.disturbance(20ms));
    REQUIRE(turn.time.given());
    CHECK(turn.time.given()->length == 10ms);
    CHECK(turn.time.given()->kind == Kind::no_core);
    CHECK(turn.time.awake_in(105ms) == 105ms);
}

TEST_CASE("time that others take after the last deadline is a disturbance") {
    Timed turn({0ms, 0ms, 380ms});
    turn.sleep(turn.time.next_look());
    turn.time.look_if_due(turn.clock.now());
    REQUIRE(turn.extend(300ms));
    CHECK(turn.time.deadline() == turn.time.begin() + 400ms);  // four times the limit, and never later
    CHECK_FALSE(turn.extend());
    const auto unfair = turn.time.disturbance(20ms);
    REQUIRE(unfair);
    CHECK(unfair->kind == Kind::no_core);
    CHECK(unfair->length == 380ms);
}

TEST_CASE("an undisturbed bot gets no more time") {
    Timed turn({0ms});
    turn.sleep(turn.time.next_look());
    turn.time.look_if_due(turn.clock.now());
    CHECK_FALSE(turn.extend());
    CHECK_FALSE(turn.time.disturbance(20ms));
    CHECK_FALSE(turn.time.given());
}

TEST_CASE("a bot whose referee sleeps past the deadline had more time, and gets nothing else") {
    Timed turn({0ms});
    const auto begin = turn.time.begin();
    turn.sleep(turn.time.next_look());
    turn.time.look_if_due(turn.clock.now());
    CHECK_FALSE(Timed({0ms}).extend(20ms));
    REQUIRE(turn.extend(30ms));
    CHECK(turn.time.deadline() == begin + 130ms);
    CHECK_FALSE(turn.extend());
    CHECK_FALSE(turn.time.disturbance(20ms));  // the bot had its full time
}

TEST_CASE("a bot that keeps the referee from its core is not given that time back") {
    const auto late_by_own_threads = [](Duration queued, Duration used) {
        Timed turn({0ms});
        turn.sleep(turn.time.next_look());
        turn.time.look_if_due(turn.clock.now());
        turn.clock.set_own_use({0ms, queued});
        turn.bot.used = used;
        const bool extended = turn.extend(150ms);
        return std::pair(extended, turn.time.taken());
    };
    CHECK(late_by_own_threads(0ms, 250ms) == std::pair(true, std::optional<Duration>(150ms)));
    CHECK(late_by_own_threads(150ms, 250ms) == std::pair(false, std::optional<Duration>(0ms)));
    // The bot, too, was kept from the core.
    CHECK(late_by_own_threads(150ms, 0ms) == std::pair(true, std::optional<Duration>(150ms)));
    CHECK(late_by_own_threads(150ms, 30ms) == std::pair(true, std::optional<Duration>(120ms)));
}

TEST_CASE("a referee that slept through the first look knows the bot's use since its last stop") {
    const auto late = [](const referee::LastStop* last_stop) {
        referee_test::TestClock clock;
        Waiting bot({{{1, {0ms}}}});
        clock.stop();
        referee::FairTime time(bot, 1, clock, clock.now(), 10ms, CpuUse{}, last_stop);
        clock.oversleep(60ms);
        clock.set_own_use({0ms, 60ms});
        CHECK_FALSE(time.wait({}, time.next_look()));
        bot.used = 62ms;
        time.measure();
        return time.extend(20ms);
    };
    const referee::LastStop stop{};
    CHECK_FALSE(late(&stop));
    CHECK(late(nullptr));
}

TEST_CASE("if the machine stands still before and after the deadline, all of that time is given back") {
    for (const Duration until : {95ms, 110ms, 180ms, 290ms}) {
        Timed turn({0ms});
        turn.sleep(turn.time.begin() + 25ms, until - 25ms);
        if (turn.clock.now() >= turn.time.deadline()) REQUIRE(turn.extend());
        CHECK(turn.time.deadline() - turn.clock.now() == 75ms);
        CHECK(turn.time.charged_of(turn.clock.now() - turn.time.begin()) == 25ms);
    }
    Timed turn({0ms});
    turn.sleep(turn.time.begin() + 25ms, 2s);
    REQUIRE(turn.extend());
    CHECK_FALSE(turn.extend());
    const auto unfair = turn.time.disturbance(20ms);
    REQUIRE(unfair);
    CHECK(unfair->kind == Kind::referee_late);
    CHECK(unfair->length == 2s);
}

TEST_CASE("time that a stall has taken from both referee and bot is given back once") {
    Timed turn({0ms, 60ms, 60ms});
    turn.sleep(turn.time.next_look());
    turn.time.look_if_due(turn.clock.now());
    turn.sleep(turn.time.begin() + 10ms, 60ms);
    CHECK(turn.time.deadline() == turn.time.begin() + 160ms);
    CHECK_FALSE(turn.extend());
}

TEST_CASE("a resume that takes long moves the deadline, and is not charged") {
    Timed turn({0ms});
    const auto deadline = turn.time.deadline();
    turn.time.note_resume(40ms);
    CHECK(turn.time.deadline() == deadline + 40ms);
    CHECK(turn.time.charged_of(100ms) == 60ms);
    CHECK(turn.time.charged_of(30ms) == 0ms);
}

TEST_CASE(
    "the referee's work after the deadline counts until it next waits for a later one, without its waits for a core") {
    Timed turn({0ms, 8ms, 10ms, 10ms});
    const auto overtime = [&] { return turn.time.overtime(turn.clock.now()); };
    turn.sleep(turn.time.begin() + 90ms);
    turn.clock.advance(40ms);
    CHECK(overtime() == 30ms);
    turn.clock.set_own_use({0ms, 25ms});
    CHECK(overtime() == 5ms);
    turn.clock.set_own_use({});
    CHECK_FALSE(turn.time.wait({}, turn.time.deadline()));
    turn.clock.advance(10ms);
    CHECK(overtime() == 40ms);
    turn.time.note_showing();
    CHECK(overtime() == 30ms);
}

TEST_CASE("a stop of the referee in its work is a stall, whenever it occurs") {
    Timed turn({0ms, 0ms});
    const auto deadline = turn.time.deadline();
    turn.sleep(turn.time.begin() + 10ms);
    turn.clock.advance(300ms);
    turn.clock.set_continued();
    CHECK(turn.time.overtime(turn.clock.now()) == 0ms);  // an answer that is read now came in time
    CHECK(turn.time.charged_of(310ms) == 10ms);
    CHECK_FALSE(turn.time.wait({}, turn.time.deadline()));
    turn.time.measure();
    REQUIRE(turn.time.extend(20ms));  // without an answer, it has the time again
    CHECK(turn.time.deadline() == deadline + 300ms);

    Timed early({0ms});
    early.sleep(early.time.begin() + 10ms);
    early.clock.advance(40ms);
    early.clock.set_continued();
    early.sleep(early.time.deadline());
    CHECK(early.time.deadline() == early.time.begin() + 140ms);

    Timed before({0ms});
    before.clock.set_continued();
    before.sleep(before.time.begin() + 10ms);
    before.clock.advance(150ms);
    CHECK(before.time.overtime(before.clock.now()) == 60ms);  // the bot holds its pipe

    Timed held({0ms, 0ms});
    held.sleep(held.time.begin() + 10ms);
    held.clock.advance(50ms);
    held.clock.set_continued();
    held.clock.advance(140ms);
    CHECK(held.time.overtime(held.clock.now()) == 50ms);  // after the stop
    CHECK(held.time.charged_of(200ms) == 150ms);
}

TEST_CASE("a referee that worked past the deadline without a stop gives nothing back for it") {
    Timed turn({0ms, 0ms});
    turn.bot.used = 20ms;
    turn.sleep(turn.time.begin() + 90ms);
    turn.clock.advance(150ms);
    CHECK_FALSE(turn.time.wait({}, turn.time.deadline()));
    turn.time.measure();
    CHECK_FALSE(turn.time.extend(20ms));
    CHECK(turn.time.overtime(turn.clock.now()) == 140ms);
}

TEST_CASE("a stop of the referee while it shows a bot's text is a stall") {
    Timed turn({0ms});
    turn.sleep(turn.time.begin() + 10ms);
    turn.clock.advance(50ms);
    turn.clock.set_continued();
    turn.time.note_showing();
    CHECK(turn.time.charged_of(60ms) == 10ms);
    CHECK(turn.time.deadline() == turn.time.begin() + 150ms);
}

TEST_CASE("a referee that wakes up late has not worked") {
    Timed turn({0ms});
    turn.sleep(turn.time.deadline(), 300ms);
    CHECK(turn.time.overtime(turn.clock.now()) == 0ms);
}

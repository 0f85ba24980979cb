// Tests the player that runs a bot's process, turn by turn: what the player reports, and that no process is left
// afterwards.
#include "referee/core/players/bot_player.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <filesystem>
#include <functional>

#include "games/spec.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/players/fairness.hpp"
#include "tests/referee/core/players/test_clock.hpp"

namespace {

using namespace std::chrono_literals;
using protocol::Ending;
using referee::BotPlayer;
using referee::Clock;
using referee::LaunchRequest;
using referee::TurnReport;
using referee_test::TestClock;

constexpr auto long_time = 60s;
constexpr auto margin = 1ms;
constexpr auto short_time = 60ms;

std::size_t open_descriptors() {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

/// A bot in a match of Magnetize. It moves first and can be asked for any number of moves.
class Bot {
public:
    explicit Bot(std::vector<std::string> arguments, std::string program = SCRIPTED_BOT,
                 referee::StderrSink sink = nullptr, const referee::StopSignal* signal = nullptr)
        : player_(launcher_, request_of(program, std::move(arguments)), stop_.fd(), std::move(sink), signal, clock_) {}
    ~Bot() { player_.end(0s); }

    std::optional<referee::Fault> start() {
        std::string setup;
        board_->write_setup(games::Side::first, setup);
        return player_.start(setup);
    }
    /// Asks the bot, and plays its move and a reply.
    TurnReport ask(referee::Duration limit = long_time) {
        std::string block;
        board_->write_turn(block);
        TurnReport report = player_.take_turn({block, limit, margin, *board_, log_});
        if (report.kind == TurnReport::Kind::answered) {
            CHECK(board_->play(report.answer) == games::Verdict::played);
            CHECK(board_->play("DROP 4") == games::Verdict::played);
        }
        return report;
    }
    void stop() { stop_.request(); }
    BotPlayer& player() { return player_; }
    TestClock& clock() { return clock_; }

private:
    static LaunchRequest request_of(const std::string& program, std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), program);
        return {program, std::move(arguments), {"PATH=/usr/bin:/bin"}};
    }

    referee::MatchLauncher launcher_;
    referee::WakeUp stop_;
    TestClock clock_;
    std::unique_ptr<games::Board> board_ = games::parse_spec("magnetize:height=6,width=7,square=6").make_board(0);
    protocol::MatchLog log_;
    BotPlayer player_;
};

struct StartedBot : Bot {
    explicit StartedBot(std::vector<std::string> arguments, const std::string& program = SCRIPTED_BOT,
                        referee::StderrSink sink = nullptr, const referee::StopSignal* signal = nullptr)
        : Bot(std::move(arguments), program, std::move(sink), signal) {
        REQUIRE_FALSE(start());
    }
};

Ending ending_of(const TurnReport& report) {
    REQUIRE(report.kind == TurnReport::Kind::faulted);
    REQUIRE(report.fault.has_value());
    CHECK_FALSE(report.fault->detail.empty());
    return report.fault->ending;
}

/// Returns the report of the second turn, in which the bot does `deed`. `prepare` is called before this turn.
TurnReport second_turn(const std::string& deed, const std::function<void(TestClock&)>& prepare = nullptr,
                       referee::Duration limit = long_time) {
    StartedBot bot({"--at", "2", "--do", deed});
    REQUIRE(bot.ask().kind == TurnReport::Kind::answered);
    if (prepare) prepare(bot.clock());
    TurnReport report = bot.ask(limit);
    report.answer = "";  // the answer refers to memory of the bot's player
    return report;
}

/// The time that the bot was given after its deadline.
referee::Duration given(const TurnReport& report) {
    return report.given ? report.given->length : 0s;
}

/// Stops the clock. The next wait sees no event, and advances the clock to the deadline.
void at_once(TestClock& clock) {
    clock.stop();
}
/// Stops the clock. The next wait waits for one event. The wait after it advances the clock to the deadline.
void after_an_event(TestClock& clock) {
    clock.stop(1);
}

}  // namespace

TEST_CASE("a bot that plays answers turn after turn, with its times") {
    StartedBot bot({});
    for (int turn = 0; turn < 3; ++turn) {
        const TurnReport report = bot.ask();
        REQUIRE(report.kind == TurnReport::Kind::answered);
        CHECK(report.answer == "DROP 0");
        CHECK(report.elapsed > 0s);
    }
}

TEST_CASE("turns report the CPU time, but quick turns leave it to the next one that is half a millisecond later") {
    StartedBot bot({});
    std::string told;
    bot.clock().stop(6);
    for (int turn = 0; turn < 6; ++turn) {
        bot.clock().advance(200us);
        const TurnReport report = bot.ask();
        REQUIRE(report.kind == TurnReport::Kind::answered);
        told += report.cpu ? 'c' : '-';
        if (report.cpu) CHECK(*report.cpu >= 0s);
    }
    CHECK(told == "c--c--");
}

TEST_CASE("a program that the kernel refuses has failed to start, with the system's reason") {
    for (const char* program : {"/no/such/program", "/etc", "/etc/passwd"}) {
        Bot bot({}, program);
        const auto fault = bot.start();
        REQUIRE(fault);
        CHECK(fault->ending == Ending::failed_to_start);
        CHECK_FALSE(fault->detail.empty());
    }
}

TEST_CASE("a player that never started, or was never asked, is ended without harm") {
    {
        Bot bot({}, "/no/such/program");
        CHECK(bot.start());
        bot.player().dismiss();
        bot.player().end(long_time);
        CHECK(bot.player().stderr_tail().empty());
    }
    StartedBot bot({});
    bot.player().dismiss();
    bot.player().end(long_time);
    bot.player().end(long_time);
}

TEST_CASE("each fault has its ending") {
    CHECK(ending_of(second_turn("never_answer", at_once)) == Ending::timeout);
    CHECK(ending_of(second_turn("early")) == Ending::premature);
    CHECK(ending_of(second_turn("long_line:1025")) == Ending::line_too_long);
    CHECK(ending_of(second_turn("flood_stderr", nullptr, short_time)) == Ending::timeout);
    CHECK(ending_of(second_turn("close_stdout_and_live", after_an_event)) == Ending::closed_stdout);
    const TurnReport exited = second_turn("exit:3");
    CHECK(ending_of(exited) == Ending::exited);
    CHECK(exited.fault->exit_code == 3);
    CHECK_FALSE(exited.fault->signal);
    const TurnReport crashed = second_turn("segfault");
    CHECK(ending_of(crashed) == Ending::crashed);
    CHECK(crashed.fault->signal == SIGSEGV);
    CHECK_FALSE(crashed.fault->exit_code);
}

TEST_CASE("a bot is late only when limit and margin are over") {
    for (const bool real : {true, false}) {
        const TurnReport report =
            real ? second_turn("never_answer", nullptr, short_time) : second_turn("never_answer", at_once);
        CHECK(report.elapsed >= (real ? short_time : long_time) + 1ms);
        if (!real) CHECK(report.elapsed == long_time + 1ms + given(report));  // a busy machine may add time
        CHECK_FALSE(report.fault->line);
    }
}

TEST_CASE("a bot that drips bytes gets no additional time") {
    StartedBot bot({"--at", "1", "--do", "drip_bytes"});
    bot.clock().stop(100, 20ms);
    const TurnReport report = bot.ask(99ms);  // with the margin of 1 ms, enough for five bytes, one every 20 ms
    CHECK(ending_of(report) == Ending::timeout);
    CHECK(report.elapsed >= 100ms + given(report));
    CHECK(report.elapsed <= 120ms + given(report));
    CHECK(bot.clock().events_left() == 100 - report.elapsed / 20ms);
}

TEST_CASE("a partial answer is reported") {
    CHECK(second_turn("half_line", after_an_event).fault->line == "DROP");
    CHECK(second_turn("half_line_and_exit").fault->line == "DROP");
}

TEST_CASE("a referee that woke later than usual on a busy machine gives the time back, up to a maximum") {
    const auto late_by = [](referee::Duration lateness) {
        return second_turn("never_answer", [&](TestClock& clock) { clock.stop(0, {}, lateness, long_time + margin); });
    };
    CHECK(given(late_by(20ms)) <= 20ms);  // time is given only for stalls of the machine itself
    const TurnReport late = late_by(21ms);
    CHECK(given(late) >= 21ms);
    CHECK_FALSE(late.disturbed);
    const TurnReport stalled = late_by(1h);
    CHECK(ending_of(stalled) == Ending::timeout);
    CHECK(given(stalled) == 3 * (long_time + margin));
    REQUIRE(stalled.disturbed);
    CHECK(stalled.disturbed->kind == referee::Disturbance::Kind::referee_late);
    CHECK(stalled.disturbed->length == 1h);
}

TEST_CASE("an answer that has arrived when the referee wakes too late counts") {
    StartedBot bot({});
    bot.clock().stop_and_oversleep(1h);
    const TurnReport report = bot.ask();
    CHECK(report.kind == TurnReport::Kind::answered);
    CHECK_FALSE(report.disturbed);
}

TEST_CASE("the time in which the referee did not run is not charged") {
    StartedBot bot({});
    bot.clock().stop(2, 4s);
    for (int turn = 0; turn < 2; ++turn) {
        const TurnReport report = bot.ask(10s);
        REQUIRE(report.kind == TurnReport::Kind::answered);
        CHECK(report.elapsed == 4s);
        CHECK(report.charged == referee::FairTime::quick);
    }
    bot.clock().stop(1, 55ms);  // wakes 50 ms after the first look is due, as usual on a busy machine
    CHECK_FALSE(bot.ask(10s).charged);
}

TEST_CASE("stalls of the referee before the deadline move it") {
    const TurnReport report = second_turn(
        "never_answer", [](TestClock& clock) { clock.stop(0, {}, 51ms); }, 1s);
    CHECK(ending_of(report) == Ending::timeout);
    CHECK(report.elapsed > 1900ms);
    REQUIRE(report.charged);
    CHECK(*report.charged <= 1s + margin);
    CHECK(*report.charged >= 1s - 51ms);
}

TEST_CASE("an answer counts even if the bot has exited after writing it") {
    CHECK(second_turn("answer_and_exit").kind == TurnReport::Kind::answered);
    CHECK(second_turn("daemon_and_answer").kind == TurnReport::Kind::answered);
}

TEST_CASE("a limit that is over before it begins is not waited for") {
    StartedBot bot({"--at", "1", "--do", "never_answer"});
    CHECK(ending_of(bot.ask(-1h)) == Ending::timeout);
}

TEST_CASE("the largest limits of a log do not count as expired") {
    StartedBot bot({});
    CHECK(bot.ask(std::chrono::microseconds((std::int64_t{1} << 53) - 1)).kind == TurnReport::Kind::answered);
}

TEST_CASE("a stop ends a turn at once") {
    StartedBot bot({"--at", "1", "--do", "never_answer"});
    bot.stop();
    const TurnReport report = bot.ask();
    CHECK(report.kind == TurnReport::Kind::stopped);
    CHECK_FALSE(report.fault);
}

namespace {

/// Returns the report of a bot that ends in its first turn by the shell command `end`. Before that, the referee gets
/// `signal` (0: none), and the signal is taken from the StopSignal. The match itself is not asked to stop.
TurnReport turn_after_signal(int signal, const std::string& end) {
    const referee::StopSignal stop;
    if (signal != 0) ::kill(::getpid(), signal);
    while (stop.take() != 0) {
    }
    StartedBot bot({"-c", "read line; " + end}, "/bin/sh", nullptr, &stop);
    TurnReport report = bot.ask();
    report.answer = "";
    return report;
}

}  // namespace

TEST_CASE("a bot that was ended together with the referee is not blamed, even if the signal has been taken since") {
    for (const char* end :
         {"kill -INT $$", "kill -TERM $$", "kill -HUP $$", "kill -QUIT $$", "kill -KILL $$", "exit 143"}) {
        CHECK(turn_after_signal(SIGINT, end).kind == TurnReport::Kind::stopped);
        CHECK(turn_after_signal(SIGTERM, end).kind == TurnReport::Kind::stopped);
    }
    CHECK(turn_after_signal(SIGINT, "exit 1").kind == TurnReport::Kind::stopped);
    CHECK(turn_after_signal(SIGTERM, "exit 0").kind == TurnReport::Kind::stopped);
}

TEST_CASE("a bot that fails by itself is blamed, even if the referee got a signal") {
    CHECK(ending_of(turn_after_signal(SIGINT, "exec >&-; sleep 9")) == Ending::closed_stdout);
    CHECK(ending_of(turn_after_signal(SIGINT, "kill -SEGV $$")) == Ending::crashed);
    CHECK(ending_of(turn_after_signal(SIGTERM, "kill -SEGV $$")) == Ending::crashed);
    CHECK(ending_of(turn_after_signal(0, "kill -TERM $$")) == Ending::crashed);
    CHECK(ending_of(turn_after_signal(0, "exit 143")) == Ending::exited);
}

TEST_CASE("before blaming a bot that a signal has ended, the referee waits for its own signal") {
    CHECK(turn_after_signal(0, "kill -TERM $$").elapsed >= 10ms);
}

TEST_CASE("the end of stderr is kept, including text written when the bot dies") {
    StartedBot bot({"--at", "1", "--do", "exit:1", "--stderr", "last words\\n"});
    CHECK(ending_of(bot.ask()) == Ending::exited);
    CHECK(bot.player().stderr_tail() == "last words\n");
}

TEST_CASE("a bot's notes are reported with their turn, including the first turn, and only once") {
    StartedBot bot(
        {"-c",
         "n=0; while read x; do if [ \"$x\" = MAGNET ]; then n=$((n+1)); echo note $n >&2; echo DROP $n; fi; done"},
        "/bin/sh");
    for (int turn = 1; turn <= 3; ++turn) {
        REQUIRE(bot.ask().kind == TurnReport::Kind::answered);
        const protocol::Notes notes = bot.player().take_notes();
        CHECK(notes.text == "note " + std::to_string(turn) + "\n");
        CHECK(notes.left_out == 0);
        CHECK(bot.player().take_notes().empty());
    }
    bot.player().dismiss();
    CHECK(bot.player().take_notes().empty());
    CHECK(bot.player().stderr_tail() == "note 1\nnote 2\nnote 3\n");
}

TEST_CASE("the end of long notes is kept, in whole characters") {
    StartedBot bot({"--at", "2", "--do", "exit:1", "--chatter", "100000", "--stderr", "the end"});
    REQUIRE(bot.ask().kind == TurnReport::Kind::answered);
    std::size_t told = bot.player().take_notes().left_out;
    CHECK(ending_of(bot.ask()) == Ending::exited);
    const protocol::Notes notes = bot.player().take_notes();
    CHECK(notes.text.ends_with("\nthe end"));
    CHECK(notes.text.size() == referee::max_note_bytes);
    CHECK(notes.left_out > 10'000);  // at least this much; the earlier turn may have left out the rest
    told += notes.left_out;
    CHECK(told + 2 * referee::max_note_bytes == 200'007);
}

TEST_CASE("a bot that writes to stderr endlessly is read at a limited rate, and costs little CPU time") {
    std::size_t bytes = 0;
    std::size_t reads = 0;
    StartedBot bot({"--at", "1", "--do", "flood_stderr"}, SCRIPTED_BOT, [&](std::string_view text) {
        bytes += text.size();
        ++reads;
    });
    const std::clock_t begin = std::clock();
    const TurnReport report = bot.ask(500ms);
    CHECK(ending_of(report) == Ending::timeout);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    CHECK(seconds < 0.25);
    CHECK(bytes <= referee::BotStderr::burst + (report.elapsed / 1ms + 1) * 65536);
    CHECK(bytes > 2 * 65536);
    CHECK(reads > 4);
}

TEST_CASE("a bot that writes much before it exits is read to the end, and exits by itself") {
    std::size_t bytes = 0;
    StartedBot bot({"-c", "while read x; do :; done; head -c 300000 /dev/zero >&2"}, "/bin/sh",
                   [&](std::string_view text) { bytes += text.size(); });
    bot.player().dismiss();
    bot.player().end(long_time);
    CHECK(bot.player().ended_by_itself());
    CHECK(bytes == 300'000);
}

TEST_CASE("output of a dismissed bot is passed on, but not kept as evidence about its turns") {
    std::string passed_on;
    StartedBot bot({"-c", "echo playing >&2; while read x; do :; done; echo bye >&2"}, "/bin/sh",
                   [&](std::string_view text) { passed_on += text; });
    while (passed_on.empty())
        static_cast<void>(bot.ask(short_time));
    bot.player().dismiss();
    bot.player().end(long_time);
    CHECK(passed_on == "playing\nbye\n");
    CHECK(bot.player().stderr_tail() == "playing\n");
}

TEST_CASE("output that a bot has written before it is dismissed is kept, even if it has not been read yet") {
    for (int i = 0; i < 20; ++i) {
        Bot bot({"--at", "1", "--do", "trailing_spaces", "--stderr", "why\\n"});
        REQUIRE_FALSE(bot.start());
        static_cast<void>(bot.ask());
        bot.player().dismiss();
        bot.player().end(long_time);
        CHECK(bot.player().stderr_tail() == "why\n");
    }
}

TEST_CASE("a bot that does not exit in time is killed, with its children") {
    for (const char* deed : {"linger", "ignore_sigterm", "stop_itself", "child_outlives"}) {
        Bot bot({"--at", "1", "--do", deed});
        REQUIRE_FALSE(bot.start());
        static_cast<void>(bot.ask(short_time * 5));
        bot.player().dismiss();
        bot.clock().stop();
        bot.player().end(50ms);
        CHECK((std::string_view(deed) == "child_outlives" || !bot.player().ended_by_itself()));
    }
}

TEST_CASE("no descriptor is left open") {
    static_cast<void>(second_turn("exit:1"));
    const std::size_t before = open_descriptors();
    for (const char* deed : {"exit:1", "close_stdout_and_live", "daemon_keeps_stdout", "late:1"}) {
        static_cast<void>(second_turn(deed));
    }
    static_cast<void>(second_turn("flood_stderr", nullptr, short_time));
    CHECK(Bot({}, "/no/such/program").start());
    CHECK(open_descriptors() == before);
}

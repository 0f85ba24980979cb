// Tests that a check gives a bot more time if the bot was not to blame for its timeout, and the advice on a bot that
// ends with an error of one of several languages.
#include "referee/core/check/bot_check.hpp"
#include "referee/core/advice/own_error.hpp"
#include "referee/core/bots/bot_text.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <thread>

#include "referee/core/base/wake_up.hpp"
#include "referee/core/players/fairness.hpp"

namespace {

using namespace std::chrono_literals;
using referee::own_error_in;
using Kind = referee::OwnError::Kind;

/// Returns whether a child of this process is running or waiting for a core.
bool a_child_is_busy() {
    std::ifstream children("/proc/self/task/" + std::to_string(::gettid()) + "/children");
    for (std::string child; children >> child;) {
        std::ifstream stat("/proc/" + child + "/stat");
        std::string number, name, state;
        if (stat >> number >> name >> state && state != "S") return true;
    }
    return false;
}

/// Waits until no child is busy, because a machine that is really busy would spoil games, too.
void wait_for_children() {
    for (int quiet = 0; quiet < 4; quiet = a_child_is_busy() ? 0 : quiet + 1)
        std::this_thread::sleep_for(5ms);
}

/// A clock that advances only while a thread waits. Each of the first `late_waits` waits lasts a minute too long, which
/// spoils a game.
class BusyMachine final : public referee::TurnClock {
public:
    explicit BusyMachine(int late_waits) : late_waits_(late_waits) {}

    [[nodiscard]] referee::TimePoint now() const override { return now_; }
    [[nodiscard]] bool wait_until(std::span<pollfd>, referee::TimePoint deadline) const override {
        if (now_ >= deadline) return false;
        wait_for_children();
        now_ = deadline;
        if (spoilt_games_ == late_waits_) return false;
        ++spoilt_games_;
        last_late_ = now_ += 1min;
        return false;
    }
    [[nodiscard]] int spoilt_games() const { return spoilt_games_; }
    [[nodiscard]] referee::Duration since_last_late_wait() const { return now_ - last_late_; }

private:
    int late_waits_;
    mutable int spoilt_games_ = 0;
    mutable referee::TimePoint now_ = referee::Clock::now();
    mutable referee::TimePoint last_late_ = now_;
};

struct Given {
    int spoilt_games;
    referee::Duration time;   ///< for an answer in the first game that was not spoilt; 0: every game was spoilt
    std::string explained{};  ///< the remarks to the author about the limit
    /// `b` holds the expected values. The bot is a real process, so its time includes the time that it loses to other
    /// processes, even while it starts.
    friend bool operator==(const Given& a, const Given& b) {
        return a.spoilt_games == b.spoilt_games && a.explained == b.explained && a.time >= b.time &&
               a.time <= 2 * b.time;
    }
};

/// Returns what the check gives to a bot that never answers.
Given given(int late_waits) {
    const BusyMachine clock(late_waits);
    const referee::WakeUp nobody;
    const referee::Isolation isolation;
    referee::Entrant bot;
    bot.command = referee::parse_bot_command(std::string(SCRIPTED_BOT) + " --at 1 --do never_answer", "");
    bot.name = "silent";
    referee::CheckPlan plan{games::parse_spec("magnetize:height=6,width=7"), 0, {}, 1, 1};
    plan.limits.first_move = 100ms;
    plan.limits.move = 200ms;
    plan.limits.margin = 30ms;
    std::string explained;
    const auto listen = [&](const referee::CheckRemark& remark) {
        if (remark.what.find("  limit  ") == 0) explained += remark.what;
    };
    const auto result = referee::check_bot(bot, plan, isolation, nobody.fd(), listen, clock);
    CHECK_FALSE(result.fit);
    CHECK(result.problem.find("plays first: it did not answer in time") == 0);
    return {clock.spoilt_games(), clock.since_last_late_wait(), explained};
}

struct Case {
    std::string_view text;
    Kind kind;
    std::string_view line;
    std::string_view subject;
};

constexpr std::array cases = {
    Case{"  File \"bot.py\", line 3\n    def f(\n         ^\nSyntaxError: '(' was never closed\n", Kind::wrong_source,
         "SyntaxError: '(' was never closed", "("},
    Case{"Traceback (most recent call last):\n  File \"b/bot.py\", line 1, in <module>\n    import helper\n"
         "ModuleNotFoundError: No module named 'helper'\n",
         Kind::missing_module, "ModuleNotFoundError: No module named 'helper'", "helper"},
    Case{"/usr/bin/python3: No module named bot\n", Kind::missing_module, "/usr/bin/python3: No module named bot",
         "bot"},
    Case{"FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'\n", Kind::missing_file,
         "FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'", "book.txt"},
    Case{"json.decoder.JSONDecodeError: Expecting value\n", Kind::other,
         "json.decoder.JSONDecodeError: Expecting value", ""},
    Case{"bot.js:1\nlet a = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe "
         "(node:internal)\n\nNode.js v20\n",
         Kind::wrong_source, "SyntaxError: Unexpected token ';'", ";"},
    Case{"Error: Cannot find module './helper'\nRequire stack:\n- /b/bot.js\n", Kind::missing_module,
         "Error: Cannot find module './helper'", "./helper"},
    Case{"Error: ENOENT: no such file or directory, open 'book.txt'\n    at Object.open\n", Kind::missing_file,
         "Error: ENOENT: no such file or directory, open 'book.txt'", "book.txt"},
    Case{"Error: Could not find or load main class Bot\nCaused by: java.lang.ClassNotFoundException: Bot\n",
         Kind::missing_module, "Caused by: java.lang.ClassNotFoundException: Bot", "Bot"},
    Case{"OSError: [Errno 30] Read-only file system: '/x/note'\r\n", Kind::not_allowed,
         "OSError: [Errno 30] Read-only file system: '/x/note'", "/x/note"},
    Case{"thread 'main' panicked at bot.rs:3:5:\nindex out of bounds\n", Kind::other,
         "thread 'main' panicked at bot.rs:3:5:", "main"},
    Case{"panic: runtime error: index out of range\n\ngoroutine 1 [running]:\n", Kind::wrong_input,
         "panic: runtime error: index out of range", ""},
    Case{"ValueError: invalid literal for int() with base 10: 'magnetize 1'\n", Kind::wrong_input,
         "ValueError: invalid literal for int() with base 10: 'magnetize 1'", "magnetize 1"},
    Case{"Exception in thread \"main\" java.util.InputMismatchException\n\tat Bot.main(Bot.java:5)\n",
         Kind::wrong_input, "Exception in thread \"main\" java.util.InputMismatchException", "main"},
    Case{"terminate called after throwing an instance of 'std::invalid_argument'\n  what():  stoi\n", Kind::wrong_input,
         "terminate called after throwing an instance of 'std::invalid_argument'", "std::invalid_argument"},
    Case{"OSError: [Errno 101] Network is unreachable\n", Kind::no_network,
         "OSError: [Errno 101] Network is unreachable", ""},
    Case{"urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>\n", Kind::no_network,
         "urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>", ""},
    Case{"Error: getaddrinfo EAI_AGAIN example.com\n    at GetAddrInfoReqWrap\n", Kind::no_network,
         "Error: getaddrinfo EAI_AGAIN example.com", ""},
    Case{"connect: Network is unreachable\n", Kind::no_network, "connect: Network is unreachable", ""},
    Case{"Exception in thread \"main\" java.net.UnknownHostException: example.com\n", Kind::no_network,
         "Exception in thread \"main\" java.net.UnknownHostException: example.com", "main"},
    Case{"bot: timer_create: Function not implemented\n", Kind::no_timer, "bot: timer_create: Function not implemented",
         ""},
    Case{"bot.sh: line 3: pyhton3: command not found\n", Kind::other, "bot.sh: line 3: pyhton3: command not found", ""},
    Case{"bot.sh: line 5: syntax error near unexpected token `done'\n", Kind::wrong_source,
         "bot.sh: line 5: syntax error near unexpected token `done'", ""},
    Case{"bot: bot.c:7: main: Assertion `n > 0' failed.\n", Kind::other,
         "bot: bot.c:7: main: Assertion `n > 0' failed.", ""},
};

}  // namespace

TEST_CASE("a game that the machine has spoilt is played again with three times the limits, up to twice") {
    const auto explained = [](const std::string& times) {
        return "  limit     " + times +
               " times as long as usual (200ms a move, 100ms for the first, margin 30ms): this machine was\n"
               "            so busy that earlier games were void\n";
    };
    CHECK(given(0) == Given{0, 130ms});
    CHECK(given(1) == Given{1, 330ms, explained("3")});
    CHECK(given(2) == Given{2, 930ms, explained("9")});
    CHECK(given(9) == Given{3, 0ms, explained("9")});
}

TEST_CASE("a busy machine may be to blame for a limit, and for no other failure") {
    const auto by_limit = [](const std::string& action) {
        const referee::WakeUp nobody;
        referee::Entrant bot;
        bot.command = referee::parse_bot_command(std::string(SCRIPTED_BOT) + " --at 1 --do " + action, "");
        bot.name = "bot";
        referee::CheckPlan plan{games::parse_spec("magnetize:height=6,width=7"), 0, {}, 1, 1};
        plan.limits.first_move = plan.limits.move = 300ms;
        const auto result = referee::check_bot(bot, plan, referee::Isolation(), nobody.fd());
        CHECK_FALSE(result.fit);
        return result.by_limit;
    };
    CHECK(by_limit("never_answer"));
    CHECK_FALSE(by_limit("exit"));
    CHECK_FALSE(by_limit("segfault"));
}

TEST_CASE("an error of the bot is found, and its subject") {
    for (const Case& wanted : cases) {
        INFO(wanted.text);
        const auto found = own_error_in(wanted.text);
        REQUIRE(found);
        CHECK(found->kind == wanted.kind);
        CHECK(found->line == wanted.line);
        CHECK(found->subject == wanted.subject);
    }
}

TEST_CASE("notes are not errors, and the last of several errors counts") {
    for (const std::string_view text : {"", "\n\n", "thinking...\n", "error rate: 3\n", "my Error is small: 3\n"})
        CHECK_MESSAGE(!own_error_in(text), text);
    CHECK(own_error_in("ValueError: a\nDuring handling of the above\nKeyError: 'b'\n")->line == "KeyError: 'b'");
}

TEST_CASE("the line that tells why a program ended is its error, in each language") {
    using referee::line_that_tells;
    const std::string node = "/bot/bot.js:1\nthrow new Error('no board');\n^\n\n";
    CHECK(line_that_tells(node + "Error: no board\n    at x (/bot/bot.js:1:7)\n\nNode.js v20.20.2\n") ==
          "Error: no board");
    CHECK(line_that_tells(node + "no board\n(Use `node --trace-uncaught ...` to see more)\n\nNode.js v20.20.2") ==
          "no board");
    CHECK(line_that_tells("Exception in thread \"main\" java.lang.RuntimeException: no\n\tat Bot.main(Bot.java:1)\n") ==
          "Exception in thread \"main\" java.lang.RuntimeException: no");
    CHECK(line_that_tells("panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/bot.go:2 +0x2e\nexit status 2\n") ==
          "panic: no");
    CHECK(line_that_tells("fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [select]:\n") ==
          "fatal error: all goroutines are asleep - deadlock!");
    const std::string traceback = "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n";
    CHECK(line_that_tells(traceback + "Exception: a\nb\n\n \n") == "Exception: a");
    CHECK(line_that_tells(traceback + "__main__.NoBoard: a\nb\n") == "__main__.NoBoard: a");
    CHECK(line_that_tells(traceback + "KeyError: 1\n\nDuring handling of it:\n\n" + traceback + "Lost: 2\n") ==
          "Lost: 2");
    CHECK(line_that_tells("terminate called after throwing an instance of 'std::runtime_error'\n  what():  no\n") ==
          "what():  no");
    CHECK(line_that_tells(
              "\nthread 'main' panicked at src/main.rs:2:5:\nno board\nnote: run with `RUST_BACKTRACE=1`\n") ==
          "no board");
    CHECK(line_that_tells("first\n\tlast \t\n\n") == "first");
    CHECK(line_that_tells("\tlast \t\r\n\n") == "last");
    CHECK(line_that_tells(" \n\t\r\n").empty());
}

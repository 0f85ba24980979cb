#include "referee/core/players/bot_stderr.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

#include "tests/referee/core/players/test_clock.hpp"

namespace {

using namespace std::chrono_literals;
using referee::BotStderr;

constexpr std::size_t capacity = 65536;  // of a pipe

/// A bot's stderr, into which the test writes.
class Stderr {
public:
    Stderr() {
        std::array<int, 2> ends{};
        REQUIRE(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0);
        from_ = referee::UniqueFd(ends[0]);
        to_ = referee::UniqueFd(ends[1]);
        clock.stop();
    }
    /// Writes this many bytes, which the referee reads. Returns whether it must rest then.
    bool rests_after(std::size_t bytes) {
        const std::string text(bytes, 'x');
        REQUIRE(::write(to_.get(), text.data(), text.size()) == static_cast<ssize_t>(bytes));
        REQUIRE(err.look(from_));
        return err.needs_rest();
    }
    /// Fills the pipe again and again. Returns how often the referee reads it before it rests.
    std::int64_t reads_before_rest() {
        std::int64_t reads = 0;
        while (!rests_after(capacity))
            ++reads;
        return reads;
    }

    referee_test::TestClock clock;
    BotStderr err{nullptr, clock};

private:
    referee::UniqueFd from_, to_;
};

}  // namespace

TEST_CASE("a bot that fills its stderr is read without a rest until its burst is used up") {
    Stderr stderr_of_bot;
    constexpr std::int64_t in_burst = BotStderr::burst / static_cast<std::int64_t>(capacity);
    CHECK(stderr_of_bot.reads_before_rest() == in_burst - 1);
    CHECK(stderr_of_bot.reads_before_rest() == 0);
    stderr_of_bot.clock.advance(10 * BotStderr::rest);
    CHECK(stderr_of_bot.reads_before_rest() == 8);  // the read above has used one
    stderr_of_bot.clock.advance(1h);
    CHECK(stderr_of_bot.reads_before_rest() == in_burst - 1);
}

TEST_CASE("a bot that has room in its stderr does not wait for the referee, which rests") {
    Stderr stderr_of_bot;
    CHECK(stderr_of_bot.rests_after(1));
    CHECK(stderr_of_bot.rests_after(capacity / 2));
    CHECK_FALSE(stderr_of_bot.rests_after(capacity / 2 + 1));
}

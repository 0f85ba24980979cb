// Stopping a bot that is alone in its sandbox, and noticing that it is not.
#include "referee/processes/lone_bot.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

namespace {

using referee::ControlGroup;
using referee::LoneBot;
using Rest = LoneBot::Rest;

/// A child that waits until it is killed.
class Sleeper {
public:
    Sleeper() : pid_(::fork()) {
        if (pid_ != 0) return;
        ::execlp("sleep", "sleep", "1000000", nullptr);  // a program: a copy of this one may have threads of a sanitizer
        ::_exit(127);
    }
    ~Sleeper() { end(); }
    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;

    void end() {
        if (pid_ < 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(std::exchange(pid_, -1), nullptr, 0);
    }
    void enter(const ControlGroup& group) const {
        const std::string number = std::to_string(pid_);
        for (const int entrance : group.entrances())
            REQUIRE(::write(entrance, number.data(), number.size()) == static_cast<ssize_t>(number.size()));
    }
    [[nodiscard]] pid_t pid() const { return pid_; }

private:
    pid_t pid_;
};

/// It takes a moment until a signal has its effect, on a busy machine longer than a bot is waited for.
Rest rest_of(const LoneBot& bot, const ControlGroup* group) {
    Rest rest = Rest::not_yet;
    for (int look = 0; look < 10'000 && rest == Rest::not_yet; ++look)
        rest = bot.rest(group);
    return rest;
}

}  // namespace

TEST_CASE("only a living child of the warden is taken for the bot") {
    Sleeper bot;
    CHECK(LoneBot::find(bot.pid(), ::getpid()).has_value());
    CHECK_FALSE(LoneBot::find(bot.pid(), 1).has_value());
    const pid_t gone = bot.pid();
    const auto found = LoneBot::find(gone, ::getpid());
    REQUIRE(found.has_value());
    bot.end();
    CHECK_FALSE(found->signal(true));
    CHECK_FALSE(LoneBot::find(gone, ::getpid()).has_value());
}

TEST_CASE("a bot is at rest when it is stopped and nothing else is in the sandbox") {
    const Sleeper bot;
    const auto alone = LoneBot::find(bot.pid(), ::getpid());
    REQUIRE(alone.has_value());
    CHECK(alone->rest(nullptr) == Rest::not_for_all);
    std::string problem;
    const auto group = ControlGroup::make({}, problem);
    if (!group) {
        MESSAGE("not all is tried: ", problem);
        return;
    }
    const Sleeper bubblewrap;
    const Sleeper warden;
    for (const Sleeper* each : {&bot, &bubblewrap, &warden})
        each->enter(*group);
    CHECK(group->tasks() == 3);
    CHECK(alone->rest(group.get()) == Rest::not_yet);
    CHECK(alone->signal(true));
    CHECK(rest_of(*alone, group.get()) == Rest::known);
    {
        const Sleeper child;
        child.enter(*group);
        CHECK(rest_of(*alone, group.get()) == Rest::not_for_all);
    }
    CHECK(rest_of(*alone, group.get()) == Rest::known);
    CHECK(alone->signal(false));
    int status = 0;
    CHECK(::waitpid(bot.pid(), &status, WCONTINUED) == bot.pid());
    CHECK(WIFCONTINUED(status));
    CHECK(alone->rest(group.get()) == Rest::not_yet);
}

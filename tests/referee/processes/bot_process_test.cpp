// Tests how a bot that is alone in its sandbox is stopped, and how a bot that is not alone is detected.
#include "referee/processes/bot_process.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <string>
#include <vector>

namespace {

using referee::BotProcess;
using referee::ControlGroup;
using Rest = BotProcess::Rest;

/// A child that waits until it is killed.
class Sleeper {
public:
    Sleeper() : pid_(::fork()) {
        if (pid_ != 0) return;
        ::execlp("sleep", "sleep", "1000000",
                 nullptr);  // executes another program, because a copy of this one may have threads of a sanitizer
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

/// Repeats rest(), because a signal takes a moment to have an effect. On a busy machine, this moment can be longer than
/// the time for which rest() waits.
Rest rest_of(const BotProcess& bot, const ControlGroup* group) {
    Rest rest = Rest::not_yet;
    for (int look = 0; look < 10'000 && rest == Rest::not_yet; ++look)
        rest = bot.rest(group);
    return rest;
}

std::string oom_score_adj(pid_t pid) {
    std::string value;
    std::ifstream("/proc/" + std::to_string(pid) + "/oom_score_adj") >> value;
    return value;
}

}  // namespace

TEST_CASE(
    "only a living child of the warden is taken for the bot, and chosen for the kernel to kill if memory runs out") {
    Sleeper bot;
    const std::string usual = oom_score_adj(bot.pid());
    REQUIRE(usual != "1000");
    CHECK_FALSE(BotProcess::take(bot.pid(), 1).has_value());
    CHECK(oom_score_adj(bot.pid()) == usual);
    CHECK(BotProcess::take(bot.pid(), ::getpid()).has_value());
    CHECK(oom_score_adj(bot.pid()) == "1000");
    const pid_t gone = bot.pid();
    const auto found = BotProcess::take(gone, ::getpid());
    REQUIRE(found.has_value());
    bot.end();
    CHECK_FALSE(found->signal(true));
    CHECK_FALSE(BotProcess::take(gone, ::getpid()).has_value());
}

TEST_CASE("a bot is at rest when it is stopped and nothing else is in the sandbox") {
    const Sleeper bot;
    const auto alone = BotProcess::take(bot.pid(), ::getpid());
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

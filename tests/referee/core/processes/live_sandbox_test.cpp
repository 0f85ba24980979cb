// Tests sandboxes as the launcher uses them: they are stopped without their wardens, and several are started and
// cleared at the same time.
#include "referee/core/processes/live_sandbox.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <poll.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/processes/launcher.hpp"

namespace {

using namespace std::chrono_literals;
using referee::ChildProcess;
using referee::Launcher;
using referee::LaunchRequest;
using Process = std::unique_ptr<ChildProcess>;

/// Returns a sandbox of this machine. If none can be made, prints a message and returns null.
std::shared_ptr<const referee::Sandbox> sandbox_of_this_machine() {
    try {
        return referee::make_sandbox(true);
    } catch (const referee::SandboxFailure& failure) {
        MESSAGE("there is no sandbox here: ", failure.what());
        return nullptr;
    }
}

LaunchRequest shell(const std::shared_ptr<const referee::Sandbox>& sandbox, const char* script) {
    referee::Confinement confinement{sandbox, {std::uint64_t{1} << 30, 50}, true};
    return LaunchRequest{"/bin/sh", {"sh", "-c", script}, {"PATH=/usr/bin:/bin"}, {}, confinement};
}

Process launch(Launcher& launcher, const LaunchRequest& request) {
    return std::get<Process>(launcher.launch(request, referee::allowed_cores()));
}

pid_t parent_of(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("PPid:")) return std::stoi(line.substr(5));
    return -1;
}

/// The CPU time of a process in nanoseconds.
long long time_used(clockid_t process) {
    timespec time{};
    REQUIRE(::clock_gettime(process, &time) == 0);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

bool is_there(pid_t pid) {
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

/// Stops and resumes the bot 100 times. Returns how often the warden did nothing.
int stops_without_warden(ChildProcess& bot) {
    clockid_t warden{};
    REQUIRE(::clock_getcpuclockid(parent_of(bot.pid()), &warden) == 0);
    int quiet = 0;
    for (int stop = 0; stop < 100; ++stop) {
        const long long before = time_used(warden);
        REQUIRE(bot.pause(true));
        REQUIRE(bot.pause(false));
        if (time_used(warden) == before) ++quiet;
    }
    return quiet;
}

}  // namespace

TEST_CASE("a bot that is alone in its sandbox is stopped without the warden, other bots by the warden") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Launcher launcher;
    const Process family = launch(launcher, shell(sandbox, "sleep 60 & echo; wait"));
    pollfd has_child{family->pipes.from_stdout.get(), POLLIN, 0};
    REQUIRE(::poll(&has_child, 1, 20'000) == 1);
    CHECK(stops_without_warden(*family) == 0);
    if (!referee::ControlGroup::available()) {
        MESSAGE("there are no control groups here: the warden stops all bots");
        return;
    }
    const Process alone = launch(launcher, shell(sandbox, "exec sleep 60"));
    // On a busy machine, a stop that takes too long is left to the warden, for a while perhaps every one.
    int quiet = 0;
    for (int round = 0; round < 50 && quiet == 0; ++round)
        quiet = stops_without_warden(*alone);
    CHECK(quiet > 0);
}

TEST_CASE("a bot with several threads and no child is resumed without the warden") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Launcher launcher;
    const auto quiet_resumes = [&](const std::string& script) {
        const Process bot = launch(launcher, shell(sandbox, ("exec python3 -c '" + script + "'").c_str()));
        pollfd is_ready{bot->pipes.from_stdout.get(), POLLIN, 0};
        REQUIRE(::poll(&is_ready, 1, 20'000) == 1);
        clockid_t warden{};
        REQUIRE(::clock_getcpuclockid(parent_of(bot->pid()), &warden) == 0);
        int quiet = 0;
        for (int stop = 0; stop < 20; ++stop) {
            REQUIRE(bot->pause(true));
            const long long before = time_used(warden);
            REQUIRE(bot->pause(false));
            if (time_used(warden) == before) ++quiet;
        }
        return quiet;
    };
    const std::string then_sleep = "; print(flush=True); import time; time.sleep(60)";
    // After its confirmation, the warden may still be busy with the stop. It may also begin a resume only after it has
    // confirmed the resume. So neither count is exact, and the test only compares the two.
    CHECK(quiet_resumes("import subprocess; subprocess.Popen([\"sleep\", \"60\"])" + then_sleep) <
          quiet_resumes("import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()" +
                        then_sleep));
}

TEST_CASE("the kernel is asked to kill the bot, and not its warden, if memory runs out") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Launcher launcher;
    const auto score_of = [](pid_t pid) {
        int score = 0;
        std::ifstream(fmt::format("/proc/{}/oom_score_adj", pid)) >> score;
        return score;
    };
    for (int game = 0; game < 2; ++game) {
        const Process bot = launch(launcher, shell(sandbox, "exec sleep 60"));
        CHECK(score_of(bot->pid()) == 1000);
        CHECK(score_of(parent_of(bot->pid())) < 1000);
    }
}

TEST_CASE("nothing of a bot runs any more when the next one starts") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Launcher launcher;
    Process first = launch(launcher, shell(sandbox, "sleep 60 & sleep 60; :"));
    const pid_t pid = first->pid();
    first->kill_all();
    first.reset();
    const Process other = launch(launcher, shell(sandbox, "exec sleep 50"));
    CHECK_FALSE(is_there(pid));
    const Process again = launch(launcher, shell(sandbox, "sleep 60 & sleep 60; :"));
    CHECK(again->pid() != pid);
}

TEST_CASE("a prepared bot that is no longer needed is ended") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Launcher launcher;
    auto begun = launcher.prepare(shell(sandbox, "exec sleep 60"), referee::allowed_cores());
    REQUIRE(begun != nullptr);
    begun->sandbox->await_start();
    const pid_t pid = begun->sandbox->bot().pid;
    REQUIRE(is_there(pid));
    begun.reset();
    CHECK_FALSE(is_there(pid));
}

TEST_CASE("two prepared bots start at the same time") {
    const auto sandbox = sandbox_of_this_machine();
    if (!sandbox) return;
    Launcher launcher;
    const LaunchRequest first = shell(sandbox, "exec sleep 60");
    const LaunchRequest second = shell(sandbox, "exec sleep 50");
    auto begun = launcher.prepare(first, referee::allowed_cores());
    auto other = launcher.prepare(second, referee::allowed_cores());
    REQUIRE(begun != nullptr);
    REQUIRE(other != nullptr);
    other->sandbox->await_start();
    const pid_t pid = other->sandbox->bot().pid;
    const auto one = std::get<Process>(launcher.launch(first, referee::allowed_cores(), std::move(begun)));
    const auto two = std::get<Process>(launcher.launch(second, referee::allowed_cores(), std::move(other)));
    CHECK(two->pid() == pid);
    CHECK(one->pid() != pid);
}

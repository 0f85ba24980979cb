// Tests all processes of a bot as a whole.
#include "referee/processes/child_process.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>

#include <thread>

#include "referee/processes/launcher.hpp"
#include "referee/processes/process_launcher.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/cores.hpp"
#include "referee/system/cpu_use.hpp"
#include "referee/system/unique_fd.hpp"

namespace {

using namespace std::chrono_literals;

/// The threads of a process and its descendants.
std::vector<pid_t> threads_of(pid_t pid) {
    const referee::UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY));
    std::vector<pid_t> threads;
    for (const auto& [thread, waited] : referee::waits_of(pid, proc.get()))
        threads.push_back(thread);
    return threads;
}

}  // namespace

TEST_CASE("a bot that is moved to other cores takes its children with it") {
    referee::Launcher launcher;
    auto launched = launcher.launch(
        referee::LaunchRequest{"/bin/sh", {"sh", "-c", "(sleep 60; :) & sleep 60"}, {"PATH=/usr/bin:/bin"}},
        referee::allowed_cores());
    auto& bot = *std::get<std::unique_ptr<referee::ChildProcess>>(launched);
    const auto end = referee::Clock::now() + 20s;
    while (threads_of(bot.pid()).size() < 4 && referee::Clock::now() < end)
        std::this_thread::sleep_for(5ms);
    const std::vector<pid_t> threads = threads_of(bot.pid());
    REQUIRE(threads.size() == 4);  // two shells, and the commands that they wait for
    const std::vector<int> core = {referee::allowed_cores().back()};
    const cpu_set_t wanted = referee::core_set(core);
    bot.move_to(core);
    CHECK(bot.cores == core);
    for (const pid_t thread : threads) {
        cpu_set_t set;
        REQUIRE(::sched_getaffinity(thread, sizeof set, &set) == 0);
        CHECK(CPU_EQUAL(&set, &wanted));
    }
    bot.kill_all();
}

// Tests the kernel's accounts of the CPU time that processes use, and of how long they wait for a core.
#include "referee/system/cpu_use.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <thread>

#include "referee/system/clock.hpp"
#include "referee/system/cores.hpp"
#include "referee/system/unique_fd.hpp"

namespace {

using namespace std::chrono_literals;
using referee::cpu_used_by;
using referee::UniqueFd;

UniqueFd proc() {
    return UniqueFd(::open("/proc", O_RDONLY | O_DIRECTORY));
}

void burn(std::chrono::nanoseconds time) {
    const auto used = [] {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    const auto end = used() + time;
    while (used() < end) {
    }
}

/// A child that keeps one core busy until it is killed.
class Spinner {
public:
    Spinner() : pid_(::fork()) {
        if (pid_ != 0) return;
        if (!referee::run_on(0, {referee::allowed_cores()[0]})) ::_exit(1);
        for (;;) {
        }
    }
    ~Spinner() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    Spinner(const Spinner&) = delete;
    Spinner& operator=(const Spinner&) = delete;
    [[nodiscard]] pid_t pid() const { return pid_; }

private:
    pid_t pid_;
};

}  // namespace

TEST_CASE("the time of all threads counts, of those that have ended too") {
    const auto before = cpu_used_by(::getpid(), proc().get());
    burn(30ms);
    std::thread([] { burn(50ms); }).join();
    const auto used = cpu_used_by(::getpid(), proc().get()) - before;
    CHECK(used >= 60ms);  // less than 30 ms + 50 ms, because the time of ended threads is counted in ticks
    CHECK(used <= 10s);
}

TEST_CASE("the time of ended children counts") {
    const auto before = cpu_used_by(::getpid(), proc().get());
    const pid_t child = ::fork();
    if (child == 0) {
        burn(60ms);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    CHECK(cpu_used_by(::getpid(), proc().get()) - before >= 40ms);
}

TEST_CASE("the time of all processes counts") {
    const auto before = referee::cpu_used_in(proc().get());
    burn(30ms);
    CHECK(referee::cpu_used_in(proc().get()) - before >= 20ms);
}

TEST_CASE("a process that does not exist has used nothing") {
    CHECK(cpu_used_by(0, proc().get()) == 0ns);
    CHECK(referee::cpu_used_in(-1) == 0ns);
}

TEST_CASE("a core that is kept busy is not idle, and all cores together are at least as idle as one") {
    const Spinner busy;
    const std::vector<int> core = {referee::allowed_cores()[0]};
    const auto waited = [&] { return cpu_used_by(busy.pid(), proc().get()); };
    const auto before = referee::core_times_of(core);
    REQUIRE(before);
    const auto used_before = waited();
    while (waited() - used_before < 100ms)
        std::this_thread::sleep_for(1ms);
    const auto after = referee::core_times_of(core);
    REQUIRE(after);
    CHECK(after->idle - before->idle <= 50ms);
    CHECK(referee::core_times_of({})->idle >= after->idle);
    CHECK_FALSE(referee::core_times_of({100'000}));
}

TEST_CASE("the waits of a process include those of its descendants") {
    const Spinner one;
    const Spinner other;
    const auto waits = [&] { return referee::waits_of(::getpid(), proc().get()); };
    const auto end = referee::Clock::now() + 20s;
    const auto waited = [&] { return waits()[one.pid()].waited + waits()[other.pid()].waited; };
    while (waited() < 20ms && referee::Clock::now() < end)
        std::this_thread::sleep_for(5ms);
    CHECK(waited() >= 20ms);
    CHECK(waits().contains(::getpid()));
    CHECK(waits()[one.pid()].ready);
    CHECK(waits()[::getpid()].ready);
    CHECK(waits()[one.pid()].used > 0ns);
    CHECK(referee::waits_in(proc().get()).contains(one.pid()));
    CHECK(referee::waits_of(-1, proc().get()).empty());
    CHECK(referee::waits_in(-1).empty());
}

// Tests the use of the system: the kernel's accounts of CPU time, waits that end at an absolute deadline, the signals
// that stop the referee, and the cores of a match.
#include "referee/core/base/clock.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/cpu_use.hpp"
#include "referee/core/base/stop_signal.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <optional>
#include <thread>
#include <vector>

#include "referee/core/base/unique_fd.hpp"

namespace {

using namespace std::chrono_literals;
using referee::allowed_cores;
using referee::Clock;
using referee::CoreClaim;
using referee::cpu_used_by;
using referee::StopSignal;
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
        burn(1h);  // a loop without an effect would be undefined
        ::_exit(1);
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

struct Pipe {
    Pipe() {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        read_end = UniqueFd(ends[0]);
        write_end = UniqueFd(ends[1]);
    }
    UniqueFd read_end, write_end;
};

std::array<pollfd, 1> watching(const Pipe& pipe) {
    return {{{pipe.read_end.get(), POLLIN, 0}}};
}

bool is_readable(const StopSignal& stop) {
    pollfd descriptor = {stop.fd(), POLLIN, 0};
    return ::poll(&descriptor, 1, 0) > 0;
}

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

TEST_CASE("the time of all processes counts, and a process that does not exist has used nothing") {
    const auto before = referee::cpu_used_in(proc().get());
    burn(30ms);
    CHECK(referee::cpu_used_in(proc().get()) - before >= 20ms);
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
    for (const auto end = referee::Clock::now() + 60s; waited() - used_before < 100ms;) {
        REQUIRE(referee::Clock::now() < end);
        std::this_thread::sleep_for(1ms);
    }
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

TEST_CASE("a deadline that has passed is not waited for") {
    const Pipe pipe;
    auto watched = watching(pipe);
    const auto begin = Clock::now();
    for (int i = 0; i < 1000; ++i)
        CHECK_FALSE(referee::wait_until(watched, begin - 1h));
    CHECK(Clock::now() - begin < 10s);
}

TEST_CASE("a wait ends at its deadline and not before it") {
    const Pipe pipe;
    auto watched = watching(pipe);
    const auto deadline = Clock::now() + 30ms;
    CHECK_FALSE(referee::wait_until(watched, deadline));
    CHECK(Clock::now() >= deadline);
}

TEST_CASE("a wait ends when there is something to read, and when the other side hangs up") {
    Pipe pipe;
    auto watched = watching(pipe);
    REQUIRE(::write(pipe.write_end.get(), "x", 1) == 1);
    CHECK(referee::wait_until(watched, Clock::now() + 1h));
    CHECK((watched[0].revents & POLLIN) != 0);
    referee::wait_for(watched);
    CHECK((watched[0].revents & POLLIN) != 0);
    char byte = 0;
    REQUIRE(::read(pipe.read_end.get(), &byte, 1) == 1);
    pipe.write_end.reset();
    CHECK(referee::wait_until(watched, Clock::now() + 1h));
    CHECK((watched[0].revents & POLLHUP) != 0);
}

TEST_CASE("a signal that interrupts a wait does not end it") {
    struct sigaction before {};
    struct sigaction action {};
    action.sa_handler = [](int) {};
    sigaction(SIGUSR1, &action, &before);
    const Pipe pipe;
    auto watched = watching(pipe);
    const pthread_t waiter = pthread_self();
    std::jthread pest([waiter] {
        for (int i = 0; i < 10; ++i) {
            std::this_thread::sleep_for(2ms);
            pthread_kill(waiter, SIGUSR1);
        }
    });
    const auto deadline = Clock::now() + 60ms;
    CHECK_FALSE(referee::wait_until(watched, deadline));
    CHECK(Clock::now() >= deadline);
    pest.join();
    sigaction(SIGUSR1, &before, nullptr);
}

TEST_CASE("descriptors of -1 are not watched") {
    std::array<pollfd, 2> watched = {{{-1, POLLIN, 0}, {-1, POLLOUT, 0}}};
    CHECK_FALSE(referee::wait_until(watched, Clock::now() + 5ms));
}

TEST_CASE("at first there is no signal") {
    const StopSignal stop;
    CHECK_FALSE(stop.requested());
    CHECK_FALSE(stop.termination_requested());
    CHECK_FALSE(is_readable(stop));
    CHECK(stop.take() == 0);
}

TEST_CASE("a signal that has been taken remains known, in every thread") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        const StopSignal stop;
        ::kill(::getpid(), signal);
        const auto check = [&] {
            CHECK(stop.requested());
            CHECK(stop.termination_requested() == (signal != SIGINT));
        };
        CHECK(is_readable(stop));
        std::jthread(check).join();
        CHECK(stop.take() == signal);
        CHECK_FALSE(is_readable(stop));
        check();
        std::jthread(check).join();
        CHECK(stop.take() == 0);
    }
}

TEST_CASE("the more urgent one of two signals is not missed") {
    const StopSignal stop;
    ::kill(::getpid(), SIGINT);
    CHECK(stop.take() == SIGINT);
    CHECK_FALSE(stop.termination_requested());
    ::kill(::getpid(), SIGTERM);
    CHECK(stop.termination_requested());
    CHECK(stop.take() == SIGTERM);
}

TEST_CASE("a signal that is ignored from the start does not stop") {
    const auto before = std::signal(SIGHUP, SIG_IGN);
    {
        const StopSignal stop;
        ::kill(::getpid(), SIGHUP);
        CHECK_FALSE(stop.requested());
    }
    std::signal(SIGHUP, before);
}

TEST_CASE("no two claims share a core as long as there are enough, and then they share") {
    const auto allowed = allowed_cores();
    std::vector<CoreClaim> claims;
    std::vector<int> claimed;
    // Takes the cores that are free. Another referee on this machine may hold some cores.
    for (CoreClaim claim(1, allowed); claim.is_exclusive(); claim = CoreClaim(1, allowed)) {
        REQUIRE(claim.cores().size() == 1);
        claimed.push_back(claim.cores()[0]);
        claims.push_back(std::move(claim));
        REQUIRE(claims.size() <= allowed.size());
    }
    std::sort(claimed.begin(), claimed.end());
    CHECK(std::adjacent_find(claimed.begin(), claimed.end()) == claimed.end());
    CHECK(std::includes(allowed.begin(), allowed.end(), claimed.begin(), claimed.end()));
    const CoreClaim late(1, allowed);
    CHECK(late.cores().size() == 1);
    CHECK_FALSE(late.is_exclusive());
    if (claims.empty()) return;
    const int core = claims.back().cores()[0];
    claims.pop_back();
    const CoreClaim next(1, allowed);
    if (next.is_exclusive()) CHECK(next.cores() == std::vector<int>{core});
}

TEST_CASE("whoever wants more cores than there are gets all of them") {
    CHECK(CoreClaim(allowed_cores().size() + 5, allowed_cores()).cores().size() == allowed_cores().size());
}

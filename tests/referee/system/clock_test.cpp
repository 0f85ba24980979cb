// Tests that a wait ends at an absolute deadline, whatever happens in between.
#include "referee/system/clock.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <pthread.h>

#include <csignal>
#include <thread>

#include "referee/system/unique_fd.hpp"

namespace {

using namespace std::chrono_literals;
using referee::Clock;
using referee::UniqueFd;

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

}  // namespace

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

TEST_CASE("a wait ends when there is something to read") {
    const Pipe pipe;
    auto watched = watching(pipe);
    REQUIRE(::write(pipe.write_end.get(), "x", 1) == 1);
    CHECK(referee::wait_until(watched, Clock::now() + 1h));
    CHECK((watched[0].revents & POLLIN) != 0);
    referee::wait_for(watched);
    CHECK((watched[0].revents & POLLIN) != 0);
}

TEST_CASE("a wait ends when the other side hangs up") {
    Pipe pipe;
    auto watched = watching(pipe);
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

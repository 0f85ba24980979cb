// Tests that the signals that stop the referee are known as soon as they are pending, and remain known after they have
// been taken.
#include "referee/system/stop_signal.hpp"

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <thread>

using referee::StopSignal;

namespace {

bool readable(const StopSignal& stop) {
    pollfd descriptor = {stop.fd(), POLLIN, 0};
    return ::poll(&descriptor, 1, 0) > 0;
}

}  // namespace

TEST_CASE("at first there is no signal") {
    const StopSignal stop;
    CHECK_FALSE(stop.requested());
    CHECK_FALSE(stop.termination_requested());
    CHECK_FALSE(readable(stop));
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
        CHECK(readable(stop));
        std::jthread(check).join();
        CHECK(stop.take() == signal);
        CHECK_FALSE(readable(stop));
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

#include "referee/core/base/clock.hpp"

#include <cassert>
#include <cerrno>
#include <system_error>

namespace referee {

namespace {

/// Returns whether a descriptor is ready. Also returns false if the wait was interrupted.
bool poll_once(std::span<pollfd> descriptors, const timespec* timeout) {
    assert(!descriptors.empty());
    const int ready = ::ppoll(descriptors.data(), descriptors.size(), timeout, nullptr);
    if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "waiting for the bots");
    return ready > 0;
}

}  // namespace

bool wait_until(std::span<pollfd> descriptors, TimePoint deadline) {
    using std::chrono::duration_cast;
    using std::chrono::nanoseconds;
    using std::chrono::seconds;
    for (;;) {
        const auto left = deadline - Clock::now();
        if (left <= Duration::zero()) return false;
        const auto whole = duration_cast<seconds>(left);
        const timespec timeout = {static_cast<std::time_t>(whole.count()),
                                  static_cast<long>(duration_cast<nanoseconds>(left - whole).count())};
        if (poll_once(descriptors, &timeout)) return true;
    }
}

bool is_readable(int fd) {
    pollfd descriptor = {fd, POLLIN, 0};
    return ::poll(&descriptor, 1, 0) > 0;
}

void wait_for(std::span<pollfd> descriptors) {
    while (!poll_once(descriptors, nullptr)) {
    }
}

}  // namespace referee

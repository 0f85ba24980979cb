// Gives up on an observer that stops reading, so that it can't block a tournament.
#pragma once

#include <poll.h>

#include <array>
#include <cerrno>

namespace referee::tournament {

/// Guards writes to a pipe or a terminal that may be full. Waits until there is room. If the user wants to stop the
/// tournament, waits at most one more second, and then gives up on the receiver for good.
class OutputGate {
public:
    /// `stop_fd` becomes readable when the user wants to stop.
    OutputGate(int fd, int stop_fd) : fd_(fd), stop_fd_(stop_fd) {}

    /// Waits until a few kilobytes can be written without blocking. Returns false if it has given up on the receiver.
    bool is_open() {
        constexpr int patience_ms = 1000;
        while (!given_up_) {
            std::array<pollfd, 2> descriptors = {{{fd_, POLLOUT, 0}, {stop_fd_, POLLIN, 0}}};
            if (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno == EINTR) continue;
            // The user wants to stop. A slow reader gets one more second.
            if (descriptors[0].revents == 0) ::poll(descriptors.data(), 1, patience_ms);
            if (descriptors[0].revents != 0) return true;
            given_up_ = true;
        }
        return false;
    }

private:
    int fd_;
    int stop_fd_;
    bool given_up_ = false;
};

}  // namespace referee::tournament

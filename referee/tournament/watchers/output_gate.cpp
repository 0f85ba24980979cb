#include "referee/tournament/watchers/output_gate.hpp"

#include <poll.h>

#include <array>
#include <cerrno>

namespace referee::tournament {

namespace {

constexpr int patience_ms = 1000;

}  // namespace

bool OutputGate::is_open() {
    while (!given_up_) {
        std::array<pollfd, 2> descriptors = {{{fd_, POLLOUT, 0}, {stop_fd_, POLLIN, 0}}};
        if (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno == EINTR) continue;
        // A slow reader has a moment more.
        if (descriptors[0].revents == 0) ::poll(descriptors.data(), 1, patience_ms);
        if (descriptors[0].revents != 0) return true;
        given_up_ = true;
    }
    return false;
}

}  // namespace referee::tournament

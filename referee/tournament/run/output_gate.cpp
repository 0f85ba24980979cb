#include "referee/tournament/run/output_gate.hpp"

#include <poll.h>

#include <array>
#include <cerrno>

namespace referee::tournament {

bool OutputGate::is_open() {
    while (!given_up_) {
        std::array<pollfd, 2> descriptors = {{{fd_, POLLOUT, 0}, {stop_fd_, POLLIN, 0}}};
        if (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno == EINTR) continue;
        if (descriptors[0].revents != 0) return true;
        given_up_ = true;
    }
    return false;
}

}  // namespace referee::tournament

// Gives up on an observer that stops reading, so that it can't hold up a tournament for good.
#pragma once

namespace referee::tournament {

/// Guards writes to a pipe or a terminal that may be full: waits until there is room, or until the user wants the
/// tournament to stop. In the second case it gives up on the receiver for good.
class OutputGate {
public:
    /// `stop_fd` becomes readable when the user wants to stop.
    OutputGate(int fd, int stop_fd) : fd_(fd), stop_fd_(stop_fd) {}

    /// Whether a few kilobytes can be written without having to wait for ever.
    bool is_open();

private:
    int fd_;
    int stop_fd_;
    bool given_up_ = false;
};

}  // namespace referee::tournament

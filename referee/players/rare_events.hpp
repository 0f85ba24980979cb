// Events that rarely happen to a bot while it thinks, behind one descriptor.
#pragma once

#include "referee/system/unique_fd.hpp"

namespace referee {

/// An epoll instance of a bot's stderr, its end and the stop signal. Every descriptor that a turn waits on costs time
/// in each turn; together they cost as much as one.
class RareEvents {
public:
    /// The events since the last take().
    struct Happened {
        bool on_stderr = false;  ///< and nobody listens to it now
        bool end = false;        ///< of the bot, or something else that its ChildProcess has to look at
        bool stop = false;
    };

    /// The descriptors outlive this. Throws std::system_error.
    RareEvents(int stderr_fd, int end_fd, int stop_fd);

    /// Readable when something has happened.
    [[nodiscard]] int fd() const { return epoll_.get(); }
    /// Takes the events. stderr is not watched again before listen_to_stderr().
    [[nodiscard]] Happened take();
    /// Throws std::system_error.
    void listen_to_stderr();

private:
    UniqueFd epoll_;
    int stderr_fd_;
};

}  // namespace referee

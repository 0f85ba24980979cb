// Makes Ctrl-C, Ctrl-\, SIGTERM and SIGHUP available as a descriptor that becomes readable.
#pragma once

#include <atomic>
#include <csignal>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// During the lifetime of this object, these signals do not end the program. They make fd() readable for every polling
/// thread until they are taken. Must be constructed before any other thread is started.
class StopSignal {
public:
    /// Throws std::system_error.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    int fd() const { return fd_.get(); }
    /// Whether one of the signals has arrived, even if it has been taken or is still pending. Any thread may call this.
    [[nodiscard]] bool requested() const { return (seen() & any) != 0; }
    /// Like requested(), but for signals other than SIGINT. They ask for an immediate end, whatever is running.
    [[nodiscard]] bool termination_requested() const { return (seen() & termination) != 0; }
    /// Takes one of the signals and returns its number, or 0 if there is none.
    int take() const;

private:
    enum Seen : unsigned { any = 1, termination = 2 };
    static unsigned seen_as(int signal);
    unsigned seen() const;

    sigset_t signals_;
    UniqueFd fd_;
    mutable std::atomic<unsigned> seen_{0};  ///< the signals so far, including those that were taken
};

}  // namespace referee

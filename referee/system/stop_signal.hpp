// Ctrl-C, Ctrl-\\, SIGTERM and SIGHUP as a descriptor that becomes readable.
#pragma once

#include <atomic>
#include <csignal>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// During its lifetime these signals do not end the program, but make fd() readable for every polling thread until they
/// are taken. Construct it before any other thread is started.
class StopSignal {
public:
    /// Throws std::system_error.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    int fd() const { return fd_.get(); }
    /// Whether one of the signals has come, taken or not. Any thread may call it; it knows pending signals.
    [[nodiscard]] bool requested() const { return (seen() & any) != 0; }
    /// The same for the signals other than SIGINT, which ask for an end at once, whatever is running.
    [[nodiscard]] bool termination_requested() const { return (seen() & termination) != 0; }
    /// Takes the earliest signal and returns its number, or 0.
    int take() const;

private:
    enum Seen : unsigned { any = 1, termination = 2 };
    static unsigned seen_as(int signal);
    unsigned seen() const;

    sigset_t signals_;
    UniqueFd fd_;
    mutable std::atomic<unsigned> seen_{0};  ///< the signals so far, those that were taken included
};

}  // namespace referee

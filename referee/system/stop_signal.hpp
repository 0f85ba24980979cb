// Ctrl-C, Ctrl-\\, SIGTERM and SIGHUP as a descriptor that becomes readable.
#pragma once

#include <atomic>
#include <csignal>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// From its construction to its end these signals do not end the program but make fd() readable for every thread that
/// polls it, until they are taken. Construct it before any other thread is started.
class StopSignal {
public:
    /// Throws std::system_error.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    int fd() const { return fd_.get(); }
    /// Whether one of the signals has come, taken or not. For any thread, as soon as the signal is pending.
    [[nodiscard]] bool requested() const { return (seen() & any) != 0; }
    /// The same of the signals other than SIGINT: these ask for an end at once, whatever is running.
    [[nodiscard]] bool termination_requested() const { return (seen() & termination) != 0; }
    /// Takes the signal that came first and returns its number, or 0.
    int take() const;

private:
    enum Seen : unsigned { any = 1, termination = 2 };
    static unsigned seen_as(int signal);
    unsigned seen() const;

    sigset_t signals_;
    UniqueFd fd_;
    mutable std::atomic<unsigned> seen_{0};  ///< what remains known when a signal has been taken
};

}  // namespace referee

// Ctrl-C, Ctrl-\\, SIGTERM and SIGHUP as a descriptor that becomes readable.
#pragma once

#include "referee/unique_fd.hpp"

namespace referee {

/// From its construction to its end these signals do not end the program but make fd() readable, for good and for every
/// thread that polls it. Construct it before any other thread is started.
class StopSignal {
public:
    /// Throws std::system_error.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    int fd() const { return fd_.get(); }
    bool requested() const;
    /// The number of the signal that came first, or 0.
    int take() const;

private:
    UniqueFd fd_;
};

}  // namespace referee

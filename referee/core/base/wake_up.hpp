// A descriptor with which one thread wakes polling threads.
#pragma once

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Owns the descriptor. It is readable from a request until it is cleared. All calls may be made from any thread.
class WakeUp {
public:
    /// Throws std::system_error if the system is out of descriptors.
    WakeUp();

    /// The descriptor for polling.
    [[nodiscard]] int fd() const { return fd_.get(); }
    /// Makes fd() readable.
    void request() const noexcept;
    /// Whether fd() is readable.
    [[nodiscard]] bool requested() const;
    /// Makes fd() unreadable until the next request.
    void clear() const noexcept;

private:
    UniqueFd fd_;
};

}  // namespace referee

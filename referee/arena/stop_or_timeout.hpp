// Ends work when it has to stop, or when its time is up.
#pragma once

#include <chrono>

#include "referee/core/base/unique_fd.hpp"

namespace referee::arena {

/// A descriptor that becomes readable when `stop_fd` does, or when the time is up.
class StopOrTimeout {
public:
    /// Throws std::system_error if the system is out of descriptors.
    StopOrTimeout(int stop_fd, std::chrono::seconds patience);
    [[nodiscard]] int fd() const { return both_.get(); }

private:
    UniqueFd timer_;
    UniqueFd both_;
};

}  // namespace referee::arena

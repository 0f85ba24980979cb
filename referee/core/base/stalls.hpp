// Measures the time in which the referee itself did not run, because it was stopped or the machine stalled.
#pragma once

#include <algorithm>
#include <chrono>

#include "referee/core/base/clock.hpp"

namespace referee {

/// Adds up the delays of a thread that wakes up often.
class Stalls {
public:
    /// The maximum delay of a wake-up that does not count as a stall. On a busy machine, a wake-up is often about 20 ms
    /// late, because other processes run meanwhile.
    static constexpr Duration tolerance = std::chrono::milliseconds(50);

    /// Notes that a wake-up was due at `due` and happened at `now`. Returns the stall between them, which is usually
    /// zero.
    Duration note(TimePoint due, TimePoint now) {
        const Duration late = now - std::max(due, awake_at_);
        awake_at_ = now;
        if (late <= tolerance) return Duration::zero();
        total_ += late;
        return late;
    }
    /// Adds a stall that was found in another way.
    void add(Duration stall) { total_ += stall; }
    [[nodiscard]] Duration total() const { return total_; }

private:
    TimePoint awake_at_{};  ///< the time of the last wake-up
    Duration total_{};
};

}  // namespace referee

// Measures the time in which the referee itself did not run, because it was stopped or the machine stalled.
#pragma once

#include <algorithm>
#include <chrono>

#include "referee/system/clock.hpp"

namespace referee {

/// Adds up the delays of somebody who wants to wake up often.
class Stalls {
public:
    /// A wake-up on a busy machine is often some 20 ms late. That is no stall, since other processes ran meanwhile.
    static constexpr Duration tolerance = std::chrono::milliseconds(50);

    /// The wake-up was due at `due` and happened at `now`. Returns the stall between them, mostly zero.
    Duration note(TimePoint due, TimePoint now) {
        const Duration late = now - std::max(due, awake_at_);
        awake_at_ = now;
        if (late <= tolerance) return Duration::zero();
        total_ += late;
        return late;
    }
    [[nodiscard]] Duration total() const { return total_; }

private:
    TimePoint awake_at_{};  ///< last
    Duration total_{};
};

}  // namespace referee

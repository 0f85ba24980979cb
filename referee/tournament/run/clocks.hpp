// The clocks of a tournament's run.
#pragma once

#include <chrono>
#include <functional>

#include "referee/core/base/clock.hpp"

namespace referee::tournament {

/// The time of day, which may jump, and the time since some moment, which does not.
struct Clocks {
    std::function<std::chrono::system_clock::time_point()> day = std::chrono::system_clock::now;
    std::function<TimePoint()> steady = Clock::now;
};

}  // namespace referee::tournament

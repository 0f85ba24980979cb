// A clock for the turns of a bot that a test can stop: then time passes only where somebody waits, and at once.
#pragma once

#include <optional>

#include "referee/system/clock.hpp"

namespace referee_test {

/// The real clock until it is stopped. For one thread.
class TestClock final : public referee::TurnClock {
public:
    /// From now on the time stands still. The next `events` waits really wait until something happens (for ten
    /// seconds at most: on a busy machine it may have happened before), which takes `pace` by this clock; each wait
    /// after them lasts until its deadline, and `lateness` longer if that is at least `late_from` away now.
    void stop(int events = 0, referee::Duration pace = {}, referee::Duration lateness = {},
              referee::Duration late_from = {}) {
        now_ = referee::Clock::now();
        late_from_ = *now_ + late_from;
        events_ = events;
        pace_ = pace;
        lateness_ = lateness;
    }
    /// As stop(), but who waits also sleeps through what happens: until something has happened, and the deadline is
    /// over.
    void stop_and_oversleep(referee::Duration lateness) {
        stop(0, {}, lateness);
        oversleeps_ = true;
    }
    /// Requires: it has been stopped.
    void advance(referee::Duration time) { *now_ += time; }
    /// From now on each wait lasts so much longer. It has been stopped.
    void oversleep(referee::Duration lateness) { lateness_ = lateness; }
    /// The number of events that have not happened.
    [[nodiscard]] int events_left() const { return events_; }

    [[nodiscard]] referee::TimePoint now() const override { return now_ ? *now_ : referee::Clock::now(); }
    [[nodiscard]] bool wait_until(std::span<pollfd> descriptors, referee::TimePoint deadline) const override {
        if (!now_) return referee::wait_until(descriptors, deadline);
        if (*now_ >= deadline) return false;
        if (oversleeps_) referee::wait_for(descriptors);
        if (events_ > 0 && referee::wait_until(descriptors, referee::Clock::now() + max_wait)) {
            --events_;
            *now_ += pace_;
            return true;
        }
        events_ = 0;
        *now_ = deadline >= late_from_ ? deadline + lateness_ : deadline;
        return false;
    }

private:
    static constexpr std::chrono::seconds max_wait{10};

    mutable std::optional<referee::TimePoint> now_;
    mutable int events_ = 0;
    referee::Duration pace_{};
    referee::Duration lateness_{};
    referee::TimePoint late_from_{};
    bool oversleeps_ = false;
};

}  // namespace referee_test

// A clock for a bot's turns that a test can stop. While it is stopped, only waits advance it, mostly without delay.
#pragma once

#include <optional>

#include "referee/core/base/clock.hpp"

namespace referee_test {

/// The real clock until it is stopped. Must be used by one thread only.
class TestClock final : public referee::TurnClock {
public:
    /// Stops the time. Each of the next `events` waits really waits until something happens, which advances this clock
    /// by `pace`. Such a wait gives up after ten seconds, because on a busy machine the event may already have
    /// happened. Each later wait advances the clock to its deadline. If this deadline is at least `late_from` after the
    /// call of stop(), the wait advances the clock by another `lateness`.
    void stop(int events = 0, referee::Duration pace = {}, referee::Duration lateness = {},
              referee::Duration late_from = {}) {
        now_ = referee::Clock::now();
        late_from_ = *now_ + late_from;
        events_ = events;
        pace_ = pace;
        lateness_ = lateness;
    }
    /// Like stop(), but a wait does not end with an event. It waits until something has happened, and then advances the
    /// clock past the deadline.
    void stop_and_oversleep(referee::Duration lateness) {
        stop(0, {}, lateness);
        oversleeps_ = true;
    }
    /// Requires: the clock is stopped.
    void advance(referee::Duration time) { *now_ += time; }
    /// Makes each later wait end `lateness` after its deadline. Requires: the clock is stopped.
    void oversleep(referee::Duration lateness) { lateness_ = lateness; }
    /// The number of events that have not happened yet.
    [[nodiscard]] int events_left() const { return events_; }

    [[nodiscard]] referee::TimePoint now() const override { return now_ ? *now_ : referee::Clock::now(); }
    /// Sets the use of the cores by the referee's thread.
    void set_own_use(referee::CpuUse use) { own_use_ = use; }
    [[nodiscard]] std::optional<referee::CpuUse> own_use() const override { return own_use_; }
    /// The process has just gone on after a stop.
    void set_continued() { continued_at_ = now(); }
    [[nodiscard]] referee::TimePoint continued_at() const override { return continued_at_; }
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
    referee::CpuUse own_use_{};
    referee::TimePoint continued_at_{};
};

}  // namespace referee_test

// The monotonic clock that measures the time of bots, and functions that wait on descriptors until an absolute
// deadline.
#pragma once

#include <poll.h>

#include <chrono>
#include <optional>
#include <span>

#include "referee/core/base/cpu_use.hpp"

namespace referee {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// Waits until one of the descriptors is ready or `deadline` has come. Returns false if the deadline has come. If it
/// had already passed, returns at once. Throws std::system_error if the wait fails.
[[nodiscard]] bool wait_until(std::span<pollfd> descriptors, TimePoint deadline);

/// Waits without a deadline until one of the descriptors is ready. Throws std::system_error if the wait fails.
void wait_for(std::span<pollfd> descriptors);

/// Whether a descriptor can be read now or has reached its end.
[[nodiscard]] bool is_readable(int fd);

/// The clock for a player's turns, with its own wait. Tests replace it.
class TurnClock {
public:
    virtual ~TurnClock() = default;

    /// The current time. Never goes back.
    [[nodiscard]] virtual TimePoint now() const { return Clock::now(); }
    /// Like referee::wait_until(), but by this clock.
    [[nodiscard]] virtual bool wait_until(std::span<pollfd> descriptors, TimePoint deadline) const {
        return referee::wait_until(descriptors, deadline);
    }
    /// See use_of_this_thread().
    [[nodiscard]] virtual std::optional<CpuUse> own_use() const { return use_of_this_thread(); }
    /// When this process last went on after a stop, see note_continues(); long ago if never. Another thread may handle
    /// the signal, a moment after this thread has gone on.
    [[nodiscard]] virtual TimePoint continued_at() const;
};

/// The clock of all real matches.
inline const TurnClock real_clock;

}  // namespace referee

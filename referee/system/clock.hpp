// The monotonic clock by which bots are judged, and waiting on descriptors until an absolute deadline of it.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>

namespace referee {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// Waits until one of the descriptors is ready or `deadline` has come. Returns false if the deadline has come, at once
/// if it has passed already. Throws std::system_error if the system can't.
[[nodiscard]] bool wait_until(std::span<pollfd> descriptors, TimePoint deadline);

/// Waits, without a deadline, until one of the descriptors is ready. Throws std::system_error if the system can't.
void wait_for(std::span<pollfd> descriptors);

/// Whether a descriptor can be read now, or is at its end.
[[nodiscard]] bool is_readable(int fd);

/// The clock of a player's turns, and the waiting by it. Tests replace it by their own.
class TurnClock {
public:
    virtual ~TurnClock() = default;

    /// Never goes back.
    [[nodiscard]] virtual TimePoint now() const { return Clock::now(); }
    /// Like referee::wait_until(), by this clock.
    [[nodiscard]] virtual bool wait_until(std::span<pollfd> descriptors, TimePoint deadline) const {
        return referee::wait_until(descriptors, deadline);
    }
};

/// The clock of all real matches.
inline const TurnClock real_clock;

}  // namespace referee

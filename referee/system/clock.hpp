// The monotonic clock by which bots are judged, and waiting on descriptors until an absolute deadline of it.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>

namespace referee {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// Waits until one of the descriptors is ready or `deadline` has come. Returns false if the deadline has come; a
/// deadline that has passed already is not waited for at all. Throws std::system_error if the system can't.
[[nodiscard]] bool wait_until(std::span<pollfd> descriptors, TimePoint deadline);

/// Waits, without a deadline, until one of the descriptors is ready. Throws std::system_error if the system can't.
void wait_for(std::span<pollfd> descriptors);

/// Whether a descriptor can be read right now, or has come to its end.
[[nodiscard]] bool is_readable(int fd);

/// The time of a player's turns, and the waiting for it. A test puts a clock of its own in its place.
class TurnClock {
public:
    virtual ~TurnClock() = default;

    /// Never goes back.
    [[nodiscard]] virtual TimePoint now() const { return Clock::now(); }
    /// As referee::wait_until(), by this clock.
    [[nodiscard]] virtual bool wait_until(std::span<pollfd> descriptors, TimePoint deadline) const {
        return referee::wait_until(descriptors, deadline);
    }
};

/// The clock of every match that is not a test.
inline const TurnClock real_clock;

}  // namespace referee

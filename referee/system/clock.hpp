// The monotonic clock by which bots are judged, and waiting on descriptors until an absolute deadline of it.
#pragma once

#include <poll.h>

#include <chrono>
#include <span>

namespace referee {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

/// Waits until one of the descriptors is ready or `deadline` has come. Returns false where the deadline has come; a
/// deadline that has passed already is not waited for at all. Throws std::system_error if the system can't.
bool wait_until(std::span<pollfd> descriptors, TimePoint deadline);

/// Waits, without a deadline, until one of the descriptors is ready.
void wait_for(std::span<pollfd> descriptors);

}  // namespace referee

// Whether a late answer is the bot's own doing, or that of others who had the cores.
#pragma once

#include <optional>

#include "referee/match/player.hpp"
#include "referee/processes/child_process.hpp"

namespace referee {

/// What is known of a turn whose deadline has passed.
struct LateTurn {
    Duration referee_late;      ///< how much later than the deadline the referee woke up
    Duration tolerance;         ///< what is usual on a busy machine
    Duration watched;           ///< the time to which `use` belongs, the end of the turn
    std::optional<CpuUse> use;  ///< of all the bot's processes; none: unknown
    int cores = 1;              ///< that the bot may use
};

/// The time for which a bot could run, but others had the cores that it may use. A bot that had them nearly always has
/// none, however many of its threads waited for each other.
[[nodiscard]] Duration time_denied(const CpuUse& use, Duration watched, int cores);

/// Why the turn was not fair; nothing if the bot is late by its own doing: because it had its cores, or did not ask for
/// them.
[[nodiscard]] std::optional<Disturbance> disturbance_of(const LateTurn& turn);

/// Watches the use that a bot makes of the cores, from its making on. Quick answers never see one.
class CpuWatch {
public:
    /// A bot that answers in this time is not watched at all.
    static constexpr Duration quick = std::chrono::milliseconds(5);

    CpuWatch(const ChildProcess& child, TimePoint now) : from_(now), before_(child.cpu_use()) {}
    [[nodiscard]] TimePoint from() const { return from_; }
    /// Since its making; nothing if the system does not tell.
    [[nodiscard]] std::optional<CpuUse> use(const ChildProcess& child) const;

private:
    TimePoint from_;
    std::optional<CpuUse> before_;
};

}  // namespace referee

// Whether a late answer is the bot's own doing, or that of others who had the cores.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>

#include "referee/match/player.hpp"
#include "referee/processes/child_process.hpp"

namespace referee {

/// What is known of the use of the cores in a stretch of time.
struct CoreShare {
    Duration length{};          ///< of the stretch
    std::optional<CpuUse> use;  ///< of all the bot's processes; none: unknown
    CoreTimes times{};          ///< of the cores that the bot may use
    int cores = 1;              ///< that the bot may use
};

/// The time for which a bot could run, but others had the cores that it may use. A bot that had them nearly always, or
/// left them idle, has none, however long its threads waited for each other. Others may be other virtual machines.
[[nodiscard]] Duration time_denied(const CoreShare& share);

/// Why a turn whose deadline has passed was not fair; nothing if the bot is late by its own doing: because it had its
/// cores, or did not ask for them. `referee_late`: how much later than the deadline the referee woke up. `tolerance`:
/// what is usual on a busy machine.
[[nodiscard]] std::optional<Disturbance> disturbance_of(Duration referee_late, Duration tolerance,
                                                        const CoreShare& share);

/// Watches the use that a bot makes of the cores, from its making on. Quick answers never see one.
class CpuWatch {
public:
    /// A bot that answers in this time is not watched at all.
    static constexpr Duration quick = std::chrono::milliseconds(5);

    CpuWatch(const ChildProcess& child, TimePoint now)
        : from_(now),
          before_(child.cpu_use()),
          times_before_(core_times_of(child.cores)),
          waits_(child.waits()),
          looked_at_(now) {}
    [[nodiscard]] TimePoint from() const { return from_; }
    /// Notes how long its threads have waited, and which still wait: one that is ready and has used nothing since the
    /// last look. The kernel forgets that when they end, so it is to be called from time to time. Returns the pause
    /// until the next call: long enough that the calls cost little.
    Duration look(const ChildProcess& child);
    /// Since its making, for a bot that may use so many cores.
    [[nodiscard]] CoreShare until(TimePoint now, const ChildProcess& child, int cores);

private:
    TimePoint from_;
    std::optional<CpuUse> before_;
    std::optional<CoreTimes> times_before_;
    ThreadWaits waits_;                  ///< at the last look
    TimePoint looked_at_;                ///< then
    Duration waited_{};                  ///< until then, as far as the kernel had counted it
    std::map<pid_t, Duration> pending_;  ///< the waits that it had not counted yet, of threads that still waited
};

}  // namespace referee

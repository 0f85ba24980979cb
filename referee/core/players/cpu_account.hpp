// The account of a bot's CPU time. The bot is charged for all of it, whether it uses it in its turns or outside them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/cpu_use.hpp"

namespace referee {

/// A bot's CPU time and waits, as measured at its last stop.
struct LastStop {
    Duration ran_since{};  ///< how long the bot ran after that stop, until it was stopped again
    std::chrono::nanoseconds used{};
    ThreadWaits waits;
};

/// The account of one bot. A turn is charged with its time, which covers that much CPU time on each of the bot's cores.
/// CPU time that is not covered was used outside the turns: before the clock ran, after the answer, or while the bot
/// was stopped. It is charged in addition to the turns. The CPU time is read only if a turn or a pause was long enough
/// to matter. No use is missed, because the CPU time accumulates.
class CpuAccount {
public:
    /// Reads the CPU time of all the bot's processes since their start. Returns nothing if the system does not report
    /// it.
    using Look = std::function<std::optional<std::chrono::nanoseconds>()>;
    /// Reads how long the bot's threads have waited for a core.
    using LookAtWaits = std::function<ThreadWaits()>;

    /// The CPU time that a bot may use in a whole game while it is stopped, because the kernel may count late.
    static constexpr Duration tolerance = std::chrono::milliseconds(20);
    /// The CPU time is not read after a turn in which the bot can't have used more than this.
    static constexpr Duration quick = std::chrono::milliseconds(5);
    /// The CPU time that a bot gets free in each turn, beyond the time that the turn covers, because stopping and
    /// resuming a bot with many threads costs about this much. It is also a threshold: the CPU time is read after a
    /// turn if the bot ran outside the turn for at least this time, summed over its cores.
    static constexpr Duration beside_a_turn = std::chrono::microseconds(500);

    /// `cores`: the number of cores that the bot may use.
    CpuAccount(Look look, LookAtWaits waits, int cores)
        : look_(std::move(look)), look_at_waits_(std::move(waits)), cores_(cores) {}

    /// Must be called when the bot has been stopped for the first time. `known`: whether the stop is confirmed. If so,
    /// the bot's CPU time counts from now on.
    void begin(TimePoint now, bool known);
    /// Starts another game. CPU time that is used between two games counts in the second one.
    void begin_next_game() { stolen_ = {}; }
    /// Must be called when the bot is about to be resumed.
    void resume(TimePoint now);
    /// Must be called when the bot has been stopped after a turn. `paid_for`: the time of the turn, which covers that
    /// much CPU time on each core. Returns the time to charge in addition to it. Reads the CPU time only if it may
    /// matter.
    [[nodiscard]] Duration stop(TimePoint now, Duration paid_for);
    /// Must be called at the end of a pause, and may be called during it. Returns whether the bot has used more than
    /// the tolerance in its pauses.
    [[nodiscard]] bool ran(TimePoint now);

    /// The measurements at the last stop. Nothing if the CPU time was not read then, or if the system did not report
    /// it.
    [[nodiscard]] const std::optional<LastStop>& last_stop() const { return last_stop_; }

private:
    Duration look();

    Look look_;
    LookAtWaits look_at_waits_;
    int cores_;
    TimePoint resumed_at_{};
    TimePoint stopped_at_{};
    std::optional<std::chrono::nanoseconds> before_;  ///< the CPU time when it was last read
    /// CPU time that is covered and has not been used. If negative, CPU time that has not been charged yet.
    Duration paid_{};
    /// How long the bot has run in turns since its CPU time was last read at a stop.
    Duration ran_for_{};
    std::optional<LastStop> last_stop_;
    Duration rested_{};  ///< how long the bot has been stopped since its CPU time was last read after a pause
    Duration stolen_{};
};

}  // namespace referee

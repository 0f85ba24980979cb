// The account of a bot's CPU time: it pays for all that it uses, in its turns or beside them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/system/clock.hpp"
#include "referee/system/cpu_use.hpp"

namespace referee {

/// A bot's CPU time and waits, as measured at its last stop.
struct LastStop {
    Duration ran_since{};  ///< how long it ran from then until it was stopped again
    std::chrono::nanoseconds used{};
    ThreadWaits waits;
};

/// A turn is charged with its time, and that pays for as much CPU time on each of the bot's cores. What the bot uses
/// beyond that it has used beside its turns: before the clock ran, after its answer or while it was stopped. Looks at
/// the use only where a turn or a rest was long enough to matter; nothing is lost by that, since it adds up.
class CpuAccount {
public:
    /// Reads the CPU time of all the bot's processes since their start; nothing if the system does not tell.
    using Look = std::function<std::optional<std::chrono::nanoseconds>()>;
    /// Reads how long its threads have waited for a core.
    using LookAtWaits = std::function<ThreadWaits()>;

    /// CPU time in all of a game that a bot may use while it is stopped: what the kernel counts late.
    static constexpr Duration tolerance = std::chrono::milliseconds(20);
    /// A turn in which a bot can't have used more is not looked at.
    static constexpr Duration quick = std::chrono::milliseconds(5);
    /// To stop and to resume costs a bot with many threads so much in a turn, and it is not asked to pay for that. A
    /// turn that has as much beside it is looked at.
    static constexpr Duration beside_a_turn = std::chrono::microseconds(500);

    /// Of a bot that may use so many cores.
    CpuAccount(Look look, LookAtWaits waits, int cores)
        : look_(std::move(look)), look_at_waits_(std::move(waits)), cores_(cores) {}

    /// The bot is stopped for the first time; `known`: that is confirmed, so that its use can be told from now on.
    void begin(TimePoint now, bool known);
    /// Another game begins. What it uses between two games counts in the second one.
    void begin_next_game() { stolen_ = {}; }
    /// It is to run from now on.
    void resume(TimePoint now);
    /// It is stopped again after a turn, of which it has to pay for so much. Returns how much more that is to be; a
    /// look is made for it if that is worth it.
    [[nodiscard]] Duration stop(TimePoint now, Duration paid_for);
    /// At the end of a rest: whether it has used more than the tolerance in its rests.
    [[nodiscard]] bool ran(TimePoint now);

    /// Nothing if no stop has been looked at, or the system did not tell.
    [[nodiscard]] const std::optional<LastStop>& last_stop() const { return last_stop_; }

private:
    Duration look();

    Look look_;
    LookAtWaits look_at_waits_;
    int cores_;
    TimePoint resumed_at_{};
    TimePoint stopped_at_{};
    std::optional<std::chrono::nanoseconds> before_;  ///< at the last look
    Duration paid_{};                                 ///< and not used; below zero: it owes this
    Duration ran_for_{};                              ///< in turns since the last look at a stop
    std::optional<LastStop> last_stop_;
    Duration rested_{};  ///< since the last look at a rest's end
    Duration stolen_{};
};

}  // namespace referee

// The account of a bot's CPU time: the bot pays for all of it, used in its turns or beside them.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "referee/system/clock.hpp"
#include "referee/system/cpu_use.hpp"

namespace referee {

/// A bot's CPU time and waits, as measured at its last stop.
struct LastStop {
    Duration ran_since{};  ///< how long it ran after that, until it was stopped again
    std::chrono::nanoseconds used{};
    ThreadWaits waits;
};

/// A turn is charged with its time, which pays for as much CPU time on each of the bot's cores. The bot used all CPU
/// time beyond that beside its turns: before the clock ran, after its answer or while it was stopped. The use is read
/// only if a turn or a rest was long enough to matter; nothing is lost, because the use adds up.
class CpuAccount {
public:
    /// Reads the CPU time of all the bot's processes since their start; nothing if the system does not report it.
    using Look = std::function<std::optional<std::chrono::nanoseconds>()>;
    /// Reads how long its threads have waited for a core.
    using LookAtWaits = std::function<ThreadWaits()>;

    /// CPU time that a bot may use in a whole game while it is stopped, because the kernel may count late.
    static constexpr Duration tolerance = std::chrono::milliseconds(20);
    /// The use is not read after a turn in which the bot can't have used more than this.
    static constexpr Duration quick = std::chrono::milliseconds(5);
    /// The CPU time that stopping and resuming costs a bot with many threads in a turn; it does not pay for that. The
    /// use is read after a turn that has as much beside it.
    static constexpr Duration beside_a_turn = std::chrono::microseconds(500);

    /// `cores`: the number of cores that the bot may use.
    CpuAccount(Look look, LookAtWaits waits, int cores)
        : look_(std::move(look)), look_at_waits_(std::move(waits)), cores_(cores) {}

    /// The bot is stopped for the first time. `known`: the stop is confirmed, so that its use counts from now on.
    void begin(TimePoint now, bool known);
    /// Another game begins. The use between two games counts in the second one.
    void begin_next_game() { stolen_ = {}; }
    /// It is to run from now on.
    void resume(TimePoint now);
    /// It is stopped again after a turn, of which it pays for `paid_for`. Returns the time that it has to pay for in
    /// addition. Reads the use only if it may matter.
    [[nodiscard]] Duration stop(TimePoint now, Duration paid_for);
    /// At the end of a rest: whether it has used more than the tolerance in its rests.
    [[nodiscard]] bool ran(TimePoint now);

    /// Nothing if the use was not read at a stop, or the system did not report it.
    [[nodiscard]] const std::optional<LastStop>& last_stop() const { return last_stop_; }

private:
    Duration look();

    Look look_;
    LookAtWaits look_at_waits_;
    int cores_;
    TimePoint resumed_at_{};
    TimePoint stopped_at_{};
    std::optional<std::chrono::nanoseconds> before_;  ///< the use at the last look
    Duration paid_{};                                 ///< paid and not used; below zero: owed
    Duration ran_for_{};                              ///< in turns since the last look at a stop
    std::optional<LastStop> last_stop_;
    Duration rested_{};  ///< since the last look at a rest's end
    Duration stolen_{};
};

}  // namespace referee

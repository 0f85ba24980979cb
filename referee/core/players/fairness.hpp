// Measures the time that other processes took from a bot, and gives it back up to a limit.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/stalls.hpp"
#include "referee/core/match/player.hpp"
#include "referee/core/players/cpu_account.hpp"
#include "referee/core/processes/child_process.hpp"

namespace referee {

/// The usual lateness of a wake-up on a busy machine. The kernel's work for other processes usually takes as long.
inline constexpr Duration usual_lateness = std::chrono::milliseconds(20);

/// The use of the cores in a period.
struct CoreShare {
    Duration length{};          ///< the length of the period
    std::optional<CpuUse> use;  ///< the use by all of the bot's processes, if known
    CoreTimes times{};          ///< the times of the cores that the bot may use
    int cores = 1;              ///< the number of cores that the bot may use
    /// The CPU time that the referee's thread and the sandbox's warden used for the bot. It counts as the bot's own,
    /// because a bot can cause as much of it as it likes.
    Duration served{};
};

/// The time in which a bot was ready to run while others (perhaps other virtual machines) provably used its cores, so
/// far as the kernel's account of idle time tells.
[[nodiscard]] Duration time_taken(const CoreShare& share);

/// The time in which a bot was ready to run while others (perhaps other virtual machines) used its cores. It is zero
/// for a bot that nearly always had its cores, or left them idle, no matter how long its threads waited for each other.
/// For a bot with one core, a wait of up to 20 ms counts in full, because the count of idle time is too coarse for
/// shorter waits.
[[nodiscard]] Duration time_denied(const CoreShare& share);

/// The reason why a bot's time was not fair. Nothing if the bot is to blame because it had its cores or did not ask for
/// them. `referee_late`: how long after the deadline the referee woke up, without the time in which it waited for a
/// core that the bot had. `tolerance`: the usual disturbance on a busy machine. `given`: the time that the bot has been
/// given back so far, which is a part of the period.
[[nodiscard]] std::optional<Disturbance> disturbance_of(Duration referee_late, Duration tolerance,
                                                        const CoreShare& share, Duration given = {});

/// Watches how a bot uses its cores.
class CpuWatch {
public:
    /// The first constructor watches from `now` on. The second one counts from the last stop: the period is the time
    /// since `begin`, plus the time that the bot ran between that stop and `begin`.
    CpuWatch(const ChildProcess& child, TimePoint now);
    CpuWatch(const ChildProcess& child, TimePoint begin, TimePoint now, const LastStop& last_stop);

    [[nodiscard]] TimePoint from() const { return from_; }
    /// Notes how long the bot's threads have waited, and which of them still wait: those that are ready and have used
    /// no CPU time since the last look. Must be called from time to time, because the kernel forgets a thread's waits
    /// when the thread ends. Returns the pause until the next call, which is long enough that the calls cost little.
    Duration look(const ChildProcess& child);
    /// The use in the whole period until `now`. `cores`: the number of cores that the bot may use.
    [[nodiscard]] CoreShare until(TimePoint now, const ChildProcess& child, int cores);

private:
    TimePoint from_;
    TimePoint made_at_;
    std::optional<std::chrono::nanoseconds> before_;
    std::optional<CoreTimes> times_before_;
    ThreadWaits waits_;                  ///< at the last look
    TimePoint looked_at_;                ///< the time of the last look
    Duration waited_{};                  ///< the wait until the last look, as counted by the kernel
    std::map<pid_t, Duration> pending_;  ///< current waits, which the kernel has not counted yet
};

/// The time that a bot has for a task. Time that others take from the bot, and time in which the referee itself does
/// not run, is added to the deadline. `own_use`: the use by the referee's thread when the time began, if known.
/// `last_stop` may be null. Requires: the objects that are passed by reference or
/// pointer outlive this object.
class FairTime {
public:
    /// A bot that answers within this time is not watched at all.
    static constexpr Duration quick = CpuAccount::quick;
    /// The time including additions is at most this many times the original time.
    static constexpr int longest = 4;

    /// `cores`: the number of cores that the bot may use.
    FairTime(const ChildProcess& child, int cores, const TurnClock& clock, TimePoint begin, Duration length,
             const std::optional<CpuUse>& own_use, const LastStop* last_stop = nullptr);

    [[nodiscard]] TimePoint begin() const { return begin_; }
    [[nodiscard]] TimePoint deadline() const { return begin_ + length_ + resumed_late_ + stalls_moved_ + given_; }
    /// When look_if_due() must be called next while the referee waits for the bot.
    [[nodiscard]] TimePoint next_look() const { return to_look_at_; }
    [[nodiscard]] bool is_watched() const { return watch_.has_value(); }

    /// Notes that the bot was still stopped for the time `late`. This time is not charged to the bot, but CPU time that
    /// the bot used in it is.
    void note_resume(Duration late) { resumed_late_ = late; }
    /// Notes that the referee has shown the bot's text. A terminal may keep it waiting, which is not the bot's doing.
    void note_showing() {
        note_stop_until(clock_.now());
        woke_at_ = clock_.now();
    }
    /// Waits like TurnClock::wait_until(). If the referee sleeps much longer, it did not run: this is a stall. A stall
    /// moves the deadline, unless the deadline has passed by then. The referee's own work between two waits counts as
    /// the bot's time even if it takes long, such as looking at many threads, or reading and passing on the bot's
    /// output. But if the referee was stopped in this work (Ctrl-Z), that is a stall, too.
    [[nodiscard]] bool wait(std::span<pollfd> descriptors, TimePoint until);
    /// Looks at the use of the cores if a look is due. `now`: the time at which the referee was to wake up.
    void look_if_due(TimePoint now);
    /// Must be called when the deadline has passed. Measures how much time others have taken until now.
    void measure();
    /// Must be called after measure(). Sets a new deadline if there is a reason, and returns whether it did. Adds the
    /// time in which others had the bot's cores, or the lateness of the referee if that is longer. Lateness counts only
    /// if it exceeds `tolerance`, which is usual on a busy machine. A bot that has used all of its own time gets
    /// nothing for a late referee.
    [[nodiscard]] bool extend(Duration tolerance);
    /// Must be called after extend() has returned false. Returns the disturbance if the bot should have been given more
    /// time, but that would have taken too long. Returns nothing if the bot itself is to blame.
    [[nodiscard]] std::optional<Disturbance> disturbance(Duration tolerance) const;
    /// The use of the cores that the last call of measure() found.
    [[nodiscard]] const CoreShare& share() const { return share_; }
    /// The time that the machine has taken from the bot, as found by the last call of extend(): the time that others
    /// provably used of its cores, or in which the machine stood still. Nothing if the use of the cores is unknown.
    [[nodiscard]] std::optional<Duration> taken() const;
    /// The time that was added to the deadline, and the reason. Nothing if no time was added.
    [[nodiscard]] std::optional<Disturbance> given() const;
    /// `elapsed` minus the known times in which the bot was still stopped or the referee did not run.
    [[nodiscard]] Duration awake_in(Duration elapsed) const;
    /// How long the referee has worked past the deadline without a wait, until `now`. It leaves out the time in which
    /// it waited for a core, and a stop. A bot can make the referee's calls wait, because it can hold the lock of its
    /// own pipe.
    [[nodiscard]] Duration overtime(TimePoint now);
    /// The part of `elapsed` that is charged to the bot.
    [[nodiscard]] Duration charged_of(Duration elapsed) const;

private:
    [[nodiscard]] Disturbance::Kind kind_of_taken() const;
    void watch();
    void note_stop_until(TimePoint now);
    [[nodiscard]] Duration served() const;
    [[nodiscard]] Duration machine_late();
    [[nodiscard]] Duration worked_past_deadline(TimePoint now) const {
        return std::max(Duration::zero(), now - std::max(deadline(), woke_at_));
    }

    const ChildProcess& child_;
    int cores_;
    const TurnClock& clock_;
    TimePoint begin_;
    Duration length_;
    const LastStop* last_stop_;
    std::optional<CpuUse> own_use_;  ///< the use by the referee's thread at the last look
    std::optional<CpuWatch> watch_;
    Duration served_before_{};  ///< see served(), at the start of the watch
    CoreShare share_;
    TimePoint to_look_at_;
    Stalls stalls_;
    TimePoint woke_at_;    ///< the end of the last wait or stop, or the beginning
    Duration overtime_{};  ///< see overtime(), until the last wait
    Duration resumed_late_{};
    Duration stalls_moved_{};  ///< how far stalls have moved the deadline
    Duration late_{};          ///< how late the referee woke after the last deadline
    Duration queued_{};        ///< how long it waited for a core before it woke
    Duration lateness_{};      ///< the sum of `late_` over all deadlines at which it counted
    Duration denied_{};        ///< see time_denied()
    Duration given_{};
    Duration missing_{};  ///< time that should have been given, but that would have taken too long
};

}  // namespace referee

// The time that others took from a bot, and that it gets back as far as possible.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <span>

#include "referee/match/player.hpp"
#include "referee/players/cpu_account.hpp"
#include "referee/processes/child_process.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/stalls.hpp"

namespace referee {

/// The usual lateness of a wake-up on a busy machine, and the usual length of the kernel's work for other processes.
inline constexpr Duration usual_lateness = std::chrono::milliseconds(20);

/// The use of the cores in a period of time, as far as it is known.
struct CoreShare {
    Duration length{};          ///< of the period
    std::optional<CpuUse> use;  ///< of all the bot's processes; none: unknown
    CoreTimes times{};          ///< of the cores that the bot may use
    int cores = 1;              ///< that the bot may use
};

/// The time in which a bot was ready to run, but others (perhaps other virtual machines) used its cores. It is zero for
/// a bot that had its cores nearly always, or left them idle, however long its threads waited for each other. For a bot
/// with one core, a wait of up to 20 ms counts in full, because the account of idle time is too coarse for less.
[[nodiscard]] Duration time_denied(const CoreShare& share);

/// Why a bot's time was not fair; nothing if the bot is to blame: it had its cores, or did not ask for them.
/// `referee_late`: how much later than the deadline the referee woke up. `tolerance`: the usual disturbance on a busy
/// machine. `given`: the time that the bot has got back by now, a part of the period.
[[nodiscard]] std::optional<Disturbance> disturbance_of(Duration referee_late, Duration tolerance,
                                                        const CoreShare& share, Duration given = {});

/// Watches how a bot uses its cores.
class CpuWatch {
public:
    /// Watches from now on; or, if the last stop is known, from there on: the period since `begin`, and the time that
    /// the bot ran between that stop and `begin`.
    CpuWatch(const ChildProcess& child, TimePoint now);
    CpuWatch(const ChildProcess& child, TimePoint begin, TimePoint now, const LastStop& last_stop);

    [[nodiscard]] TimePoint from() const { return from_; }
    /// Notes how long its threads have waited, and which still wait: those that are ready and have used nothing since
    /// the last look. The kernel forgets a thread's waits when it ends, so this must be called from time to time.
    /// Returns the pause until the next call, long enough that the calls cost little.
    Duration look(const ChildProcess& child);
    /// The whole period until `now`. `cores`: the number that the bot may use.
    [[nodiscard]] CoreShare until(TimePoint now, const ChildProcess& child, int cores);

private:
    TimePoint from_;
    TimePoint made_at_;
    std::optional<std::chrono::nanoseconds> before_;
    std::optional<CoreTimes> times_before_;
    ThreadWaits waits_;                  ///< at the last look
    TimePoint looked_at_;                ///< when that was
    Duration waited_{};                  ///< until then, as counted by the kernel
    std::map<pid_t, Duration> pending_;  ///< waits of threads that still waited, which the kernel had not counted yet
};

/// The time that a bot has for something. Time that others take from it, or that passes because the referee itself does
/// not run, is added after its deadline. The references outlive it; `last_stop` may be null.
class FairTime {
public:
    /// Quicker answers are not watched at all.
    static constexpr Duration quick = CpuAccount::quick;
    /// With the added time it lasts at most this many times its length.
    static constexpr int longest = 4;

    /// `cores`: how many the bot may use.
    FairTime(const ChildProcess& child, int cores, const TurnClock& clock, TimePoint begin, Duration length,
             const LastStop* last_stop = nullptr);

    [[nodiscard]] TimePoint begin() const { return begin_; }
    [[nodiscard]] TimePoint deadline() const { return begin_ + length_ + resumed_late_ + stalls_moved_ + given_; }
    /// When look_if_due() is to be called next, while the bot is waited for.
    [[nodiscard]] TimePoint next_look() const { return to_look_at_; }
    [[nodiscard]] bool is_watched() const { return watch_.has_value(); }

    /// The bot was still stopped for this long. It pays for this only as far as it used its cores meanwhile.
    void note_resume(Duration late) { resumed_late_ = late; }
    /// Waits as TurnClock::wait_until(). If the referee sleeps much longer, it did not run: a stall. It moves the
    /// deadline, unless that has passed meanwhile. The referee's work between two waits counts as the bot's time, even
    /// if it takes long: looking at many threads, or reading and passing on the bot's output.
    [[nodiscard]] bool wait(std::span<pollfd> descriptors, TimePoint until);
    /// Looks at the use of the cores if that is due. `now`: the time for which the wake-up was set.
    void look_if_due(TimePoint now);
    /// The deadline has passed: finds out how much time others took until now.
    void measure();
    /// After measure(): sets a new deadline if there is reason to, and returns whether it did. Added are the time in
    /// which others had the bot's cores, or, if it is more, the lateness of the referee that is more than `tolerance`,
    /// which is usual on a busy machine. A bot that has used all of its own time gets nothing for a late referee.
    [[nodiscard]] bool extend(Duration tolerance);
    /// After extend() has returned false: the disturbance, if the time that it would have to add is too long. Nothing
    /// if the bot itself is to blame.
    [[nodiscard]] std::optional<Disturbance> disturbance(Duration tolerance) const;
    /// The use of the cores, as the last call of measure() found it.
    [[nodiscard]] const CoreShare& share() const { return share_; }
    /// The time that was added to the deadline, and the reason; nothing if none was.
    [[nodiscard]] std::optional<Disturbance> given() const;
    /// The part of `elapsed` in which the bot could run, as far as the referee knows.
    [[nodiscard]] Duration awake_in(Duration elapsed) const;
    /// The part of `elapsed` with which the bot is charged.
    [[nodiscard]] Duration charged_of(Duration elapsed) const;

private:
    [[nodiscard]] Disturbance::Kind kind_of_taken() const;

    const ChildProcess& child_;
    int cores_;
    const TurnClock& clock_;
    TimePoint begin_;
    Duration length_;
    const LastStop* last_stop_;
    std::optional<CpuWatch> watch_;
    CoreShare share_;
    TimePoint to_look_at_;
    Stalls stalls_;
    Duration resumed_late_{};
    Duration stalls_moved_{};  ///< how far stalls have moved the deadline
    Duration late_{};          ///< how late the referee woke after the last deadline
    Duration lateness_{};      ///< the same at all deadlines, if it counts
    Duration denied_{};        ///< see time_denied()
    Duration given_{};
    Duration missing_{};  ///< time that should have been given, but would have taken too long
};

}  // namespace referee

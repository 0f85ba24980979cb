// The time that others took from a bot: it gets it back, as far as that is possible.
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

/// The usual lateness of a wake-up on a busy machine, and the length of what the kernel does for somebody else.
inline constexpr Duration usual_lateness = std::chrono::milliseconds(20);

/// What is known of the use of the cores in a stretch of time.
struct CoreShare {
    Duration length{};          ///< of the stretch
    std::optional<CpuUse> use;  ///< of all the bot's processes; none: unknown
    CoreTimes times{};          ///< of the cores that the bot may use
    int cores = 1;              ///< that the bot may use
};

/// The time for which a bot could run, but others had the cores that it may use. A bot that had them nearly always, or
/// left them idle, has none, however long its threads waited for each other. Others may be other virtual machines. Up
/// to 20 ms, for which its account of idle time is too coarse, a bot with one core is believed that it wanted it: it
/// has no more of it by that.
[[nodiscard]] Duration time_denied(const CoreShare& share);

/// Why a time that is over was not fair; nothing if the bot is late by its own doing: because it had its cores, or did
/// not ask for them. `referee_late`: how much later than the deadline the referee woke up. `tolerance`: what is usual
/// on a busy machine. `given`: the time that the bot has got back by now, a part of the stretch.
[[nodiscard]] std::optional<Disturbance> disturbance_of(Duration referee_late, Duration tolerance,
                                                        const CoreShare& share, Duration given = {});

/// Watches the use that a bot makes of the cores.
class CpuWatch {
public:
    /// From now on; or, where the last stop is known, from there on: the stretch since `begin`, and what it ran before.
    CpuWatch(const ChildProcess& child, TimePoint now);
    CpuWatch(const ChildProcess& child, TimePoint begin, TimePoint now, const LastStop& last_stop);

    [[nodiscard]] TimePoint from() const { return from_; }
    /// Notes how long its threads have waited, and which still wait: one that is ready and has used nothing since the
    /// last look. The kernel forgets that when they end, so it is to be called from time to time. Returns the pause
    /// until the next call: long enough that the calls cost little.
    Duration look(const ChildProcess& child);
    /// Of all that is watched, for a bot that may use so many cores.
    [[nodiscard]] CoreShare until(TimePoint now, const ChildProcess& child, int cores);

private:
    TimePoint from_;
    TimePoint made_at_;
    std::optional<std::chrono::nanoseconds> before_;
    std::optional<CoreTimes> times_before_;
    ThreadWaits waits_;                  ///< at the last look
    TimePoint looked_at_;                ///< then
    Duration waited_{};                  ///< until then, as far as the kernel had counted it
    std::map<pid_t, Duration> pending_;  ///< the waits that it had not counted yet, of threads that still waited
};

/// The time that a bot has for something, of which others take nothing: what they took comes behind its deadline. This
/// may be the referee itself, which did not run. What is referred to outlives it; `last_stop` may be null.
class FairTime {
public:
    /// Quick answers are not watched at all.
    static constexpr Duration quick = CpuAccount::quick;
    /// It lasts at most so many times as long as it should.
    static constexpr int longest = 4;

    /// `cores`: how many the bot may use.
    FairTime(const ChildProcess& child, int cores, const TurnClock& clock, TimePoint begin, Duration length,
             const LastStop* last_stop = nullptr);

    [[nodiscard]] TimePoint begin() const { return begin_; }
    [[nodiscard]] TimePoint deadline() const { return begin_ + length_ + resumed_late_ + stalls_moved_ + given_; }
    /// Then look_if_due() wants to be called, as long as the bot is waited for.
    [[nodiscard]] TimePoint next_look() const { return to_look_at_; }
    [[nodiscard]] bool is_watched() const { return watch_.has_value(); }

    /// The bot was still stopped for so long. It pays for that only as far as it used its cores meanwhile.
    void note_resume(Duration late) { resumed_late_ = late; }
    /// Waits as TurnClock::wait_until(). If the referee sleeps on for long, it did not run: that is a stall, and moves
    /// the deadline, if this has not passed meanwhile. What the referee does between two waits is the bot's own time,
    /// even if it takes long: a look at many threads, or reading and passing on what the bot has written.
    [[nodiscard]] bool wait(std::span<pollfd> descriptors, TimePoint until);
    /// Looks at the use of the cores if that is due: `now` was the time at which somebody woke for it.
    void look_if_due(TimePoint now);
    /// The deadline has passed: finds out what others took until now.
    void measure();
    /// After measure(): whether there is a new deadline. Behind the old one comes the time for which others had the
    /// bot's cores, or that by which the referee was late, if this is more, and not usual on a busy machine: more than
    /// `tolerance`. A bot that has used all of its own time gets nothing for a late referee.
    [[nodiscard]] bool extend(Duration tolerance);
    /// After extend() has found no more time: why this was not fair, since it would have had to last too long; nothing
    /// if the bot is late by its own doing.
    [[nodiscard]] std::optional<Disturbance> disturbance(Duration tolerance) const;
    /// What is known of it, by the last call of measure().
    [[nodiscard]] const CoreShare& share() const { return share_; }
    /// What came behind the deadline, and why; nothing if nothing did.
    [[nodiscard]] std::optional<Disturbance> given() const;
    /// Of so long a time: for how long the bot could run, as far as the referee knows.
    [[nodiscard]] Duration awake_in(Duration elapsed) const;
    /// The part of that with which the bot is charged.
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
    Duration stalls_moved_{};  ///< the deadline
    Duration late_{};          ///< the referee, when it woke behind the last deadline
    Duration lateness_{};      ///< at all deadlines, where that counts
    Duration denied_{};        ///< by others
    Duration given_{};
    Duration missing_{};  ///< what should have been given, but would have lasted too long
};

}  // namespace referee

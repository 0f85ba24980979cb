// The account of what a bot uses while it is stopped: nothing, unless it has found a way to run on.
#pragma once

#include <functional>
#include <optional>

#include "referee/processes/cpu_use.hpp"
#include "referee/system/clock.hpp"

namespace referee {

/// Looks at the use of the cores only where a turn or a rest was long enough to matter; what a bot may have used in
/// turns that were too quick to look is left to it.
class RestAccount {
public:
    /// Reads the use of all the bot's processes since their start; nothing if the system does not tell.
    using Look = std::function<std::optional<CpuUse>()>;

    /// CPU time in all of a game that is no proof yet: what the kernel counts late.
    static constexpr Duration tolerance = std::chrono::milliseconds(20);
    /// A turn in which a bot can't have used more is not looked at.
    static constexpr Duration quick = std::chrono::milliseconds(5);

    explicit RestAccount(Look look) : look_(std::move(look)) {}

    /// The bot is stopped for the first time; `known`: that is confirmed, so that its use can be told from now on.
    void begin(TimePoint now, bool known);
    /// Another game begins. What it uses between two games counts in the second one.
    void begin_next_game() { stolen_ = {}; }
    /// It runs from now on.
    void resume(TimePoint now) { resumed_at_ = now; }
    /// It is stopped again, and may have used so many cores since.
    void stop(TimePoint now, int cores);
    /// At the end of a rest: whether it has used more than the tolerance in its rests.
    [[nodiscard]] bool ran(TimePoint now);

private:
    Look look_;
    TimePoint resumed_at_{};
    TimePoint stopped_at_{};
    std::optional<CpuUse> before_;  ///< at the last look
    Duration may_have_used_{};      ///< in turns since then
    Duration rested_{};             ///< since then
    Duration stolen_{};
};

}  // namespace referee

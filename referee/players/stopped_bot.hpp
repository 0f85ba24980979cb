// Distinguishes bots that were ended together with the referee from bots that have failed.
#pragma once

#include "protocol/ending.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

/// Whether the signals that the referee itself has got so far explain such an end. Any exit: a program may catch a
/// signal and exit as it likes (Python, where SIGINT meets it in an import, with 1). After SIGINT (Ctrl-C) a tournament
/// plays its running games on, and a bot that is silent or closes its output then does so for reasons of its own.
[[nodiscard]] bool explained_by(const StopSignal& signal, const protocol::BotEnd& end);

/// How a match hears that it is to be given up. What is referred to outlives it.
struct MatchStop {
    int fd;                    ///< becomes readable then
    const StopSignal* signal;  ///< may be null: then only `fd` counts
    const TurnClock& clock;

    [[nodiscard]] bool is_requested() const { return is_readable(fd); }
    /// Whether nobody is to blame for such an end of a bot: a signal that stops the referee often stops the bots as
    /// well, in any order. Waits a moment for the signal where it may be still to come.
    [[nodiscard]] bool explains(const protocol::BotEnd& end) const;
};

}  // namespace referee

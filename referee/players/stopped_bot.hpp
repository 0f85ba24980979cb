// Distinguishes bots that were ended together with the referee from bots that have failed.
#pragma once

#include "protocol/ending.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

/// Whether the signals that the referee itself has received explain this end of a bot. Any exit code counts: a program
/// may catch a signal and exit with any code (Python with 1, if SIGINT comes during an import). After SIGINT (Ctrl-C) a
/// tournament plays its running games to their end: a bot that is then silent or closes its output has its own reasons.
[[nodiscard]] bool explained_by(const StopSignal& signal, const protocol::BotEnd& end);

/// How a match learns that it is to be given up. The references outlive it.
struct MatchStop {
    int fd;                    ///< becomes readable when it is to be given up
    const StopSignal* signal;  ///< may be null: then only `fd` counts
    const TurnClock& clock;

    [[nodiscard]] bool is_requested() const { return is_readable(fd); }
    /// Whether nobody is to blame for this end of a bot: a signal that stops the referee often stops the bots too, in
    /// any order. Waits a moment for the signal if it may still come.
    [[nodiscard]] bool explains(const protocol::BotEnd& end) const;
};

}  // namespace referee

// Distinguishes bots that were ended together with the referee from bots that have failed.
#pragma once

#include "protocol/ending.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/stop_signal.hpp"

namespace referee {

/// Whether the signals that the referee itself has received explain this end of a bot. Any exit code counts, because a
/// program may catch a signal and exit with any code (Python with 1, if SIGINT comes during an import). After SIGINT
/// (Ctrl-C) a tournament plays its running games to their end. So SIGINT does not explain why a bot is silent or closes
/// its output.
[[nodiscard]] bool explained_by(const StopSignal& signal, const protocol::BotEnd& end);

/// Reports when a match is to be abandoned. Requires: the objects referred to outlive this object.
struct MatchStop {
    int fd;                    ///< becomes readable when the match is to be abandoned
    const StopSignal* signal;  ///< null if only `fd` counts
    const TurnClock& clock;

    [[nodiscard]] bool is_requested() const { return is_readable(fd); }
    /// Whether this end of a bot is nobody's fault, because a signal that stops the referee often stops the bots too,
    /// in any order. Waits a moment for the signal if it may still come.
    [[nodiscard]] bool explains(const protocol::BotEnd& end) const;
};

}  // namespace referee

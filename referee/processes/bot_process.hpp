// The bot's own process in a sandbox, to which the referee itself sends each stop. That is enough for a bot without
// children and threads, as most are; otherwise the warden stops the rest.
#pragma once

#include <sys/types.h>

#include <optional>

#include "referee/processes/control_group.hpp"
#include "referee/system/unique_fd.hpp"

namespace referee {

/// A bot's process in a sandbox. An order to the warden takes two more process switches, and the warden reads the
/// states of all processes: together several times the cost of a quick turn.
class BotProcess {
public:
    /// The knowledge of a bot that was told to stop.
    enum class Rest {
        known,        ///< it is stopped, and nothing else runs in its sandbox
        not_yet,      ///< it has not stopped, or has ended
        not_for_all,  ///< something else is in its sandbox, or that can't be known
    };

    /// `bot` is a child of `warden` that may end at any time. Returns nothing if that can't be confirmed. Makes the bot
    /// the process that the kernel kills first if memory runs out, so that it spares the warden.
    [[nodiscard]] static std::optional<BotProcess> take(pid_t bot, pid_t warden);

    /// Stops it or resumes it. Returns false if it has ended.
    [[nodiscard]] bool signal(bool stop) const noexcept;
    /// Waits a moment for the stop. `group`: that of the sandbox, may be null.
    [[nodiscard]] Rest rest(const ControlGroup* group) const;

private:
    BotProcess(UniqueFd bot, UniqueFd stat) : bot_(std::move(bot)), stat_(std::move(stat)) {}

    UniqueFd bot_;   ///< its pidfd
    UniqueFd stat_;  ///< its /proc/PID/stat
};

}  // namespace referee

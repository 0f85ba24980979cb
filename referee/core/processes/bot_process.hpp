// The bot's own process in a sandbox. The referee stops it directly with a signal. For most bots, which have neither
// children nor further threads, that is enough. Otherwise the warden stops the rest.
#pragma once

#include <sys/types.h>

#include <optional>

#include "referee/core/base/unique_fd.hpp"
#include "referee/core/processes/control_group.hpp"

namespace referee {

/// A bot's process in a sandbox, signalled without the warden. An order to the warden takes two more process switches,
/// and the warden reads the states of all processes. Together this costs several times as much as a quick turn.
class BotProcess {
public:
    /// The known state of a bot after an order to stop.
    enum class Rest {
        known,        ///< the bot is stopped, and nothing else runs in its sandbox
        not_yet,      ///< the bot has not stopped, or has ended
        not_for_all,  ///< something else is in its sandbox, or that can't be determined
    };

    /// Takes the process `bot`, a child of `warden` that may end at any time. Returns nothing if it can't be confirmed
    /// that this process is the bot. Also makes the kernel kill the bot first if memory runs out, so that the warden
    /// survives.
    [[nodiscard]] static std::optional<BotProcess> take(pid_t bot, pid_t warden);

    /// Stops or resumes the bot. Returns false if it has ended.
    [[nodiscard]] bool signal(bool stop) const noexcept;
    /// Waits a moment for the stop. `group`: the control group of the sandbox; may be null.
    [[nodiscard]] Rest rest(const ControlGroup* group) const;

private:
    BotProcess(UniqueFd bot, UniqueFd stat) : bot_(std::move(bot)), stat_(std::move(stat)) {}

    UniqueFd bot_;   ///< the bot's pidfd
    UniqueFd stat_;  ///< the bot's /proc/PID/stat
};

}  // namespace referee

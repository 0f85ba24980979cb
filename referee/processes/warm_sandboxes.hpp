// Sandboxes that wait for a bot's next game, and are cleared after its last one meanwhile. To set one up costs more
// than a game of quick bots.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "referee/processes/live_sandbox.hpp"

namespace referee {

/// All that a sandbox and the bot in it are made from, and the files that it shows, in one text with zeros between:
/// only for a bot of the same kind can it stand for a new one.
using SandboxKind = std::string;

/// Not to be shared between threads.
class WarmSandboxes {
public:
    /// Each is a few processes and namespaces; who plays many opponents by turns uses the one of the last game first.
    static constexpr std::size_t max_kept = 6;
    /// So that whatever the kernel may gather in one does not grow for ever.
    static constexpr int max_games = 1000;

    /// Null if there is none of this kind. Requires: settle().
    [[nodiscard]] std::unique_ptr<LiveSandbox> take(const SandboxKind& kind);
    /// Requires: it has been ordered to be cleared. Ends it if it has served long enough, or if this process has few
    /// descriptors left.
    void keep(SandboxKind kind, std::unique_ptr<LiveSandbox> sandbox);
    /// Waits until all are cleared, so that nothing of earlier games runs beside the next one. Ends what can't be
    /// cleared, and what has reached a limit: the account of a control group never forgets it.
    void settle();
    /// Ends all, for a system that is short of something.
    void drop_all() noexcept;

private:
    using List = std::list<std::pair<SandboxKind, std::unique_ptr<LiveSandbox>>>;

    List kept_;      ///< the last one used comes first
    List clearing_;  ///< likewise, and more recent than all of these
};

}  // namespace referee

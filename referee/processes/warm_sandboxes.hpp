// Sandboxes that are cleared after a bot's game and wait for its next one. Setting one up costs more than a game of
// quick bots.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "referee/processes/live_sandbox.hpp"

namespace referee {

/// All data from which a sandbox and its bot are made, and the files that it shows, as one text with zeros between. A
/// sandbox can only be used again for a bot of the same kind.
using SandboxKind = std::string;

/// Not to be shared between threads.
class WarmSandboxes {
public:
    /// Each is a few processes and namespaces. The sandbox of the latest game is used first.
    static constexpr std::size_t max_kept = 6;
    /// Limits what the kernel may accumulate in one sandbox.
    static constexpr int max_games = 1000;

    /// Null if there is none of this kind. Requires: settle().
    [[nodiscard]] std::unique_ptr<LiveSandbox> take(const SandboxKind& kind);
    /// Ends it instead if it has served long enough, or if this process has few descriptors left. Requires:
    /// order_clear() was called.
    void keep(SandboxKind kind, std::unique_ptr<LiveSandbox> sandbox);
    /// Waits until all are cleared, so that nothing of earlier games runs beside the next one. Ends sandboxes that
    /// can't be cleared, and those that have reached a limit, because the count of a control group can't be reset.
    void settle();
    /// Ends all: the system is short of something.
    void drop_all() noexcept;

private:
    using List = std::list<std::pair<SandboxKind, std::unique_ptr<LiveSandbox>>>;

    List kept_;      ///< newest first
    List clearing_;  ///< newest first; all newer than those in kept_
};

}  // namespace referee

// Sandboxes that are cleared after a bot's game and wait for its next one. Setting up a sandbox costs more than a game
// of quick bots.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "referee/core/processes/live_sandbox.hpp"

namespace referee {

/// All data from which a sandbox and its bot are made, and the identities of the files that it shows, as one text
/// separated by null characters. A sandbox can only be used again for a bot of the same kind.
using SandboxKind = std::string;

/// Keeps used sandboxes. Must not be shared between threads.
class WarmSandboxes {
public:
    /// The maximum number of kept sandboxes. Each one consists of a few processes and namespaces. The sandbox of the
    /// latest game is used first.
    static constexpr std::size_t max_kept = 6;
    /// The maximum number of games in one sandbox. It limits what the kernel may accumulate for the sandbox.
    static constexpr int max_games = 1000;

    /// Removes a sandbox and returns it. Returns null if there is none of this kind. Requires: settle() has been
    /// called.
    [[nodiscard]] std::unique_ptr<LiveSandbox> take(const SandboxKind& kind);
    /// Keeps a sandbox. Ends it instead if it has been used often enough, or if this process has few descriptors left.
    /// Requires: order_clear() has been called.
    void keep(SandboxKind kind, std::unique_ptr<LiveSandbox> sandbox);
    /// Waits until all kept sandboxes are cleared, so that nothing from earlier games runs during the next one. Ends
    /// sandboxes that can't be cleared, and those that have reached a limit, because the count of a control group can't
    /// be reset.
    void settle();
    /// Ends all kept sandboxes, because the system is short of a resource.
    void drop_all() noexcept;

private:
    using List = std::list<std::pair<SandboxKind, std::unique_ptr<LiveSandbox>>>;

    List kept_;      ///< newest first
    List clearing_;  ///< newest first; all newer than those in kept_
};

}  // namespace referee

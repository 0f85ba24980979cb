// Sandboxes that wait for a bot's game: new ones, and those that have been cleared after its last one. To set one up
// costs more than a game of quick bots.
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

    [[nodiscard]] bool has(const SandboxKind& kind) const;
    /// Null if there is none of this kind.
    [[nodiscard]] std::unique_ptr<LiveSandbox> take(const SandboxKind& kind);
    /// Requires: it has been cleared, or has not been used. Ends it if it has served long enough, or if this process
    /// has few descriptors left.
    void keep(SandboxKind kind, std::unique_ptr<LiveSandbox> sandbox);
    /// Ends all, for a system that is short of something.
    void drop_all() noexcept { kept_.clear(); }

private:
    std::list<std::pair<SandboxKind, std::unique_ptr<LiveSandbox>>> kept_;  ///< the last one used comes first
};

}  // namespace referee

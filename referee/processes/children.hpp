// Keeps account of this process's children, so that what a bot without a sandbox leaves behind is found and ended.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace referee {

/// A bot's helper that outlives its parent becomes the referee's child. It carries, unless it has taken it away, the
/// mark of the bot in its environment; by this it is told whose it is while other matches go on. All calls may be made
/// from any thread.
class Children {
public:
    /// Makes this process the one to which orphans go.
    static void adopt_orphans();

    /// Starts a child whose environment holds `mark` (empty: none, for it keeps its helpers to itself) and notes it.
    /// `start` returns its pid, or -1 for none. Nothing counts as a stray while a child is being started.
    static void add(const std::string& mark, const std::function<pid_t()>& start);
    /// A new mark, an environment entry: "REFEREE_BOT=...".
    static std::string new_mark();
    /// `reap` reaps the child, which has ended. Then kills and reaps adopted children, but those of living bots: always
    /// where no child with an owner is left, otherwise at most every 0.1 seconds, for looking at all processes costs
    /// time.
    static void remove(pid_t child, const std::function<void()>& reap);
};

}  // namespace referee

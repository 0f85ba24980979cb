// Tracks this process's children, to find and end processes that a bot without a sandbox leaves behind (strays).
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>

namespace referee {

/// A helper of a bot that outlives its parent becomes the referee's child. It has the bot's mark in its environment,
/// unless it has removed the mark. The mark identifies the owner while other matches go on. All calls may be made from
/// any thread.
class Children {
public:
    /// Makes this process the parent of orphans.
    static void adopt_orphans();

    /// Records that a child has an owner. While the note exists, processes with the child's mark are not strays.
    class Note {
    public:
        Note(Note&& other) noexcept : child_(std::exchange(other.child_, -1)) {}
        Note& operator=(Note&&) = delete;
        /// Ends the note. A child that has not been reaped by then is a stray itself.
        ~Note() {
            end([] {});
        }
        /// Calls `reap`, which must reap the child and must not throw. Then kills and reaps all adopted children,
        /// except those of living bots. It always does so if no child with an owner is left. Otherwise it does so at
        /// most every 0.1 seconds, because looking at all processes takes time. Requires: the child has ended.
        void end(const std::function<void()>& reap) noexcept;

    private:
        friend class Children;
        explicit Note(pid_t child) : child_(child) {}
        pid_t child_;  ///< its pid, or -1
    };

    /// Starts a child whose environment contains `mark`, and records it. The mark is empty for a child whose helpers
    /// can't outlive it. `start` returns the child's pid, or -1 if there is no child. Nothing counts as a stray while a
    /// child is being started.
    [[nodiscard]] static Note add(const std::string& mark, const std::function<pid_t()>& start);
    /// Returns a new mark. It is an environment entry: "REFEREE_BOT=...".
    [[nodiscard]] static std::string new_mark();
};

}  // namespace referee

// Keeps account of this process's children, so that what a bot without a sandbox leaves behind is found and ended.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>

namespace referee {

/// A bot's helper that outlives its parent becomes the referee's child. It carries, unless it has taken it away, the
/// mark of the bot in its environment; by this it is told whose it is while other matches go on. All calls may be made
/// from any thread.
class Children {
public:
    /// Makes this process the one to which orphans go.
    static void adopt_orphans();

    /// The note that a child has an owner. What carries the child's mark is no stray as long as there is the note.
    class Note {
    public:
        Note(Note&& other) noexcept : child_(std::exchange(other.child_, -1)) {}
        Note& operator=(Note&&) = delete;
        /// Ends it. A child that nobody has reaped by then is a stray itself.
        ~Note() {
            end([] {});
        }
        /// `reap` reaps the child, which has ended, and throws nothing. Then kills and reaps adopted children, but
        /// those of living bots: always where no child with an owner is left, otherwise at most every 0.1 seconds, for
        /// looking at all processes costs time.
        void end(const std::function<void()>& reap) noexcept;

    private:
        friend class Children;
        explicit Note(pid_t child) : child_(child) {}
        pid_t child_;  ///< or -1
    };

    /// Starts a child whose environment holds `mark` (empty: none, for it keeps its helpers to itself) and notes it.
    /// `start` returns its pid, or -1 where there is no child. Nothing counts as a stray while a child is being
    /// started.
    [[nodiscard]] static Note add(const std::string& mark, const std::function<pid_t()>& start);
    /// A new mark, an environment entry: "REFEREE_BOT=...".
    [[nodiscard]] static std::string new_mark();
};

}  // namespace referee

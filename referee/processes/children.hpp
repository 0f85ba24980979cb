// Keeps account of this process's children, to find and end processes that a bot without a sandbox leaves behind.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>

namespace referee {

/// A helper of a bot that outlives its parent becomes the referee's child. It has the bot's mark in its environment,
/// unless it has removed it; the mark tells its owner while other matches go on. All calls may be made from any thread.
class Children {
public:
    /// Makes this process the one to which orphans go.
    static void adopt_orphans();

    /// The note that a child has an owner. While the note exists, processes with the child's mark are no strays.
    class Note {
    public:
        Note(Note&& other) noexcept : child_(std::exchange(other.child_, -1)) {}
        Note& operator=(Note&&) = delete;
        /// Ends it. A child that nobody has reaped by then is a stray itself.
        ~Note() {
            end([] {});
        }
        /// `reap` reaps the child, which has ended, and throws nothing. Then kills and reaps adopted children, except
        /// those of living bots: always if no child with an owner is left, otherwise at most every 0.1 seconds, because
        /// looking at all processes costs time.
        void end(const std::function<void()>& reap) noexcept;

    private:
        friend class Children;
        explicit Note(pid_t child) : child_(child) {}
        pid_t child_;  ///< or -1
    };

    /// Starts a child whose environment holds `mark`, and notes it. An empty mark is for a child that keeps its helpers
    /// to itself. `start` returns its pid, or -1 if there is no child. Nothing counts as a stray while a child is being
    /// started.
    [[nodiscard]] static Note add(const std::string& mark, const std::function<pid_t()>& start);
    /// A new mark, an environment entry: "REFEREE_BOT=...".
    [[nodiscard]] static std::string new_mark();
};

}  // namespace referee

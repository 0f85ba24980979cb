// Passes a live match from the thread that plays it to the thread that shows it.
#pragma once

#include "referee/core/base/mutex.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/match/match.hpp"

namespace referee::watch {

/// Buffers the plies of a live match until the viewer takes them. The match waits for the viewer only while plies are
/// copied. The constructor throws std::system_error if the system is out of descriptors.
class Feed final : public MatchObserver {
public:
    void on_position(const games::Board& board, const protocol::MatchLog& log) override;
    /// Must be called when the match is over. Requires: `log` is complete.
    void finish(const protocol::MatchLog& log);
    /// Must be called when no more news will come, whether the match is over or not.
    void close();

    /// The events since the last call of take().
    struct News {
        bool begun = false;                      ///< another match has begun, and replaces the earlier one
        std::vector<protocol::LoggedPly> plies;  ///< the new plies
        std::optional<protocol::MatchLog> log;   ///< without plies; set if the match has begun or ended
        bool over = false;                       ///< the match has ended
        bool closed = false;
        TimePoint latest{};  ///< when the last ply arrived
    };
    News take();

    /// A descriptor that is readable when there is news.
    int fd() const { return ready_.fd(); }

private:
    void add(const protocol::MatchLog& log) REQUIRES(mutex_);

    WakeUp ready_;
    Mutex mutex_;
    News news_ GUARDED_BY(mutex_);
    std::string id_ GUARDED_BY(mutex_);         ///< the id of the match that is being played
    std::size_t given_ GUARDED_BY(mutex_) = 0;  ///< how many of its plies have been added to the news
};

}  // namespace referee::watch

// A live match on its way from the thread that plays it to the one that shows it.
#pragma once

#include <mutex>

#include "referee/match/match.hpp"
#include "referee/system/wake_up.hpp"

namespace referee::watch {

/// Keeps plies until they are taken. The match never waits for the viewer, except for the copying of plies. To
/// construct one throws std::system_error if the system is out of descriptors.
class Feed final : public MatchObserver {
public:
    void on_position(const games::Board& board, const protocol::MatchLog& log) override;
    /// The match has come to its end; `log` is complete.
    void finish(const protocol::MatchLog& log);
    /// Nothing more will come, whether the match has come to its end or not.
    void close();

    /// The events since the last call.
    struct News {
        bool begun = false;  ///< a match has begun since the last call: what was known of another is void
        std::vector<protocol::LoggedPly> plies;  ///< since the last call
        std::optional<protocol::MatchLog> log;   ///< without plies: where the match has begun or ended
        bool over = false;                       ///< the match has ended
        bool closed = false;
        TimePoint latest{};  ///< when the last ply came
    };
    News take();

    /// Readable when there is something to take.
    int fd() const { return ready_.fd(); }

private:
    void add(const protocol::MatchLog& log);

    WakeUp ready_;
    std::mutex mutex_;
    News news_;
    std::string id_;         ///< of the match that is played
    std::size_t given_ = 0;  ///< plies of it that have been put into the news
};

}  // namespace referee::watch

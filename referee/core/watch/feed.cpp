#include "referee/core/watch/feed.hpp"

#include <utility>

namespace referee::watch {

namespace {

/// Returns a copy of a log without its plies.
protocol::MatchLog head_of(const protocol::MatchLog& log) {
    protocol::MatchLog head = log;
    head.plies.clear();
    return head;
}

}  // namespace

void Feed::on_position(const games::Board&, const protocol::MatchLog& log) {
    {
        const Lock lock(mutex_);
        add(log);
    }
    ready_.request();
}

void Feed::finish(const protocol::MatchLog& log) {
    {
        const Lock lock(mutex_);
        add(log);
        news_.log = head_of(log);
        news_.over = true;
    }
    ready_.request();
}

void Feed::close() {
    {
        const Lock lock(mutex_);
        news_.closed = true;
    }
    ready_.request();
}

Feed::News Feed::take() {
    ready_.clear();
    const Lock lock(mutex_);
    News news = std::exchange(news_, {});
    news_.closed = news.closed;
    return news;
}

/// Adds the new plies of a log to the news. A void game is played again as another match with another id, which
/// replaces the void match.
void Feed::add(const protocol::MatchLog& log) {
    if (log.id != id_) {
        id_ = log.id;
        given_ = 0;
        news_ = {};
        news_.begun = true;
        news_.log = head_of(log);
    }
    for (; given_ < log.plies.size(); ++given_) {
        const protocol::LoggedPly& ply = log.plies[given_];
        // The boards of a game of one's own are made from its frames. Other frames are not needed.
        const std::string frame = log.rules.empty() ? "" : ply.frame;
        news_.plies.push_back(
            {ply.player, ply.move, ply.hand, ply.wall, ply.cpu, ply.lost, frame, ply.notes, ply.charged});
    }
    news_.latest = Clock::now();
}

}  // namespace referee::watch

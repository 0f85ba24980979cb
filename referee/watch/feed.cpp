#include "referee/watch/feed.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace referee::watch {

namespace {

/// All of a log but its plies.
protocol::MatchLog head_of(const protocol::MatchLog& log) {
    protocol::MatchLog head;
    head.referee_version = log.referee_version;
    head.id = log.id;
    head.started_at = log.started_at;
    head.game = log.game;
    head.config = log.config;
    head.seed = log.seed;
    head.players = log.players;
    head.limits = log.limits;
    head.opening = log.opening;
    head.result = log.result;
    head.failure = log.failure;
    return head;
}

}  // namespace

Feed::Feed() : ready_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!ready_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void Feed::on_position(const games::Board&, const protocol::MatchLog& log) {
    {
        const std::scoped_lock lock(mutex_);
        add(log);
    }
    tell();
}

void Feed::finish(const protocol::MatchLog& log) {
    {
        const std::scoped_lock lock(mutex_);
        add(log);
        news_.log = head_of(log);
        news_.over = true;
    }
    tell();
}

void Feed::close() {
    {
        const std::scoped_lock lock(mutex_);
        news_.closed = true;
    }
    tell();
}

Feed::News Feed::take() {
    std::uint64_t count = 0;
    while (::read(ready_.get(), &count, sizeof count) < 0 && errno == EINTR) {
    }
    const std::scoped_lock lock(mutex_);
    News news = std::exchange(news_, {});
    news_.closed = news.closed;
    return news;
}

/// A game that is void is played again: another match, by its id.
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
        news_.plies.push_back({ply.player, ply.move, ply.hand, ply.wall, ply.cpu, ply.lost, {}});
    }
    news_.latest = Clock::now();
}

void Feed::tell() const {
    const std::uint64_t one = 1;
    while (::write(ready_.get(), &one, sizeof one) < 0 && errno == EINTR) {
    }
}

}  // namespace referee::watch

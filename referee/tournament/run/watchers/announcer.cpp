#include "referee/tournament/run/watchers/announcer.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <chrono>

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t max_listeners = 8;
constexpr auto between_news = 150ms;
constexpr auto patience = 10s;

}  // namespace

Announcer::Announcer(const RunningGames& games, const FilePlace& file)
    : games_(games), door_(file, Offer::news, static_cast<int>(max_listeners)) {}

void Announcer::announce() {
    let_in();
    std::erase_if(listeners_, [&](Listener& listener) { return !tell(listener); });
}

void Announcer::let_in() {
    for (UniqueFd& socket : door_.let_in()) {
        if (listeners_.size() < max_listeners) listeners_.push_back({std::move(socket), {}, {}, {}});
    }
}

bool Announcer::tell(Listener& listener) {
    const TimePoint now = Clock::now();
    if (listener.unsent.empty() && now - listener.since >= between_news && games_.news_for(listener.told, news_)) {
        listener.unsent = to_line(news_);
        listener.since = now;
    }
    while (!listener.unsent.empty()) {
        const auto sent =
            ::send(listener.socket.get(), listener.unsent.data(), listener.unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            listener.unsent.erase(0, static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
            return now - listener.since < patience;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

}  // namespace referee::tournament

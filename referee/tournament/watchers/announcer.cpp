#include "referee/tournament/watchers/announcer.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace referee::tournament {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t max_listeners = 8;
constexpr auto between_news = 150ms;
constexpr auto patience = 10s;
constexpr auto between_tries = 1s;

}  // namespace

void Announcer::announce() {
    if (!door_ && Clock::now() >= next_try_) open();
    if (!door_) return;
    let_in();
    std::erase_if(listeners_, [&](Listener& listener) { return !tell(listener); });
}

/// The address may still belong to a process that was just killed. Until it is free, other processes can't show the
/// boards of running games. That is not a reason to stop the tournament, so the announcer keeps trying.
void Announcer::open() {
    next_try_ = Clock::now() + between_tries;
    UniqueFd door(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!door || ::bind(door.get(), address_.get(), address_.size) != 0) return;
    if (::listen(door.get(), static_cast<int>(max_listeners)) == 0) door_ = std::move(door);
}

void Announcer::let_in() {
    for (;;) {
        UniqueFd socket(::accept4(door_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) return;
        if (listeners_.size() < max_listeners && is_own_peer(socket.get()))
            listeners_.push_back({std::move(socket), {}, {}, {}});
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

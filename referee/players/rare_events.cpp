#include "referee/players/rare_events.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace referee {

namespace {

enum RareEvent : std::uint64_t { stderr_readable, bot_ended, stop_requested };

void watch(const UniqueFd& epoll, int operation, int fd, std::uint32_t events, RareEvent what) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = what;
    if (::epoll_ctl(epoll.get(), operation, fd, &event) == 0) return;
    throw std::system_error(errno, std::generic_category(), "watching a bot");
}

}  // namespace

RareEvents::RareEvents(int stderr_fd, int end_fd, int stop_fd)
    : epoll_(::epoll_create1(EPOLL_CLOEXEC)), stderr_fd_(stderr_fd) {
    if (!epoll_) throw std::system_error(errno, std::generic_category(), "watching a bot");
    watch(epoll_, EPOLL_CTL_ADD, stderr_fd, EPOLLIN | EPOLLONESHOT, stderr_readable);
    watch(epoll_, EPOLL_CTL_ADD, end_fd, EPOLLIN, bot_ended);
    watch(epoll_, EPOLL_CTL_ADD, stop_fd, EPOLLIN, stop_requested);
}

RareEvents::Happened RareEvents::take() {
    std::array<epoll_event, 3> events{};
    const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 0);
    const auto happened = [&](RareEvent what) {
        return std::any_of(events.begin(), events.begin() + std::max(count, 0),
                           [&](const epoll_event& event) { return event.data.u64 == what; });
    };
    return {happened(stderr_readable), happened(bot_ended), happened(stop_requested)};
}

void RareEvents::listen_to_stderr() {
    watch(epoll_, EPOLL_CTL_MOD, stderr_fd_, EPOLLIN | EPOLLONESHOT, stderr_readable);
}

}  // namespace referee

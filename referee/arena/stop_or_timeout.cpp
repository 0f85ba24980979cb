#include "referee/arena/stop_or_timeout.hpp"

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <cerrno>
#include <system_error>

namespace referee::arena {

StopOrTimeout::StopOrTimeout(int stop_fd, std::chrono::seconds patience)
    : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC)), both_(::epoll_create1(EPOLL_CLOEXEC)) {
    itimerspec when{};
    when.it_value.tv_sec = patience.count();
    epoll_event stop{}, time{};
    stop.events = time.events = EPOLLIN;
    if (!timer_ || !both_ || ::timerfd_settime(timer_.get(), 0, &when, nullptr) != 0 ||
        ::epoll_ctl(both_.get(), EPOLL_CTL_ADD, stop_fd, &stop) != 0 ||
        ::epoll_ctl(both_.get(), EPOLL_CTL_ADD, timer_.get(), &time) != 0)
        throw std::system_error(errno, std::generic_category(), "a time limit");
}

}  // namespace referee::arena

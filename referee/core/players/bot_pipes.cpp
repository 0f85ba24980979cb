#include "referee/core/players/bot_pipes.hpp"

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "protocol/answer.hpp"

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

std::optional<std::size_t> read_some(const UniqueFd& pipe, std::span<char> room) {
    assert(!room.empty());
    const auto count = ::read(pipe.get(), room.data(), room.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN || errno == EINTR) return std::nullopt;
    throw std::system_error(errno, std::generic_category(), "reading a bot's output");
}

std::size_t bytes_in_pipe(const UniqueFd& pipe) {
    if (!pipe) return 0;
    int count = 0;
    if (::ioctl(pipe.get(), FIONREAD, &count) != 0) {
        throw std::system_error(errno, std::generic_category(), "examining a bot's pipe");
    }
    return static_cast<std::size_t>(count);
}

/// Usually the pipe takes the whole block at once, and nothing has to be stored.
void BotInput::send(std::string_view block) {
    may_stay_unread_ = protocol::trailing_white_space(block);
    if (written_ == to_write_.size()) {
        written_ = 0;
        to_write_ = block.substr(hand_over(block));
    } else {
        to_write_.erase(0, written_);
        written_ = 0;
        to_write_ += block;
        write_pending();
    }
}

void BotInput::write_pending() {
    written_ += hand_over(std::string_view(to_write_).substr(written_));
}

/// Writes as much as the pipe takes. Returns the number of bytes written.
std::size_t BotInput::hand_over(std::string_view bytes) {
    std::size_t taken = 0;
    waits_ = false;
    while (taken < bytes.size()) {
        const auto count = ::write(pipe_.get(), bytes.data() + taken, bytes.size() - taken);
        if (count > 0) {
            taken += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN) {
            waits_ = true;
            break;
        } else if (errno == EPIPE) {
            break;
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "writing to a bot");
        }
    }
    return taken;
}

std::size_t BotInput::unread() const {
    return to_write_.size() - written_ + bytes_in_pipe(pipe_);
}

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

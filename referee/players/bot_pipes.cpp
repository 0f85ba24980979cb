#include "referee/players/bot_pipes.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <system_error>

#include "protocol/answer.hpp"

namespace referee {

std::optional<std::size_t> read_some(const UniqueFd& pipe, std::span<char> room) {
    assert(!room.empty());
    const auto count = ::read(pipe.get(), room.data(), room.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN || errno == EINTR) return std::nullopt;
    throw std::system_error(errno, std::generic_category(), "reading what a bot writes");
}

std::size_t bytes_in_pipe(const UniqueFd& pipe) {
    if (!pipe) return 0;
    int count = 0;
    if (::ioctl(pipe.get(), FIONREAD, &count) != 0) {
        throw std::system_error(errno, std::generic_category(), "looking into the pipe of a bot");
    }
    return static_cast<std::size_t>(count);
}

void BotInput::send(std::string_view block) {
    may_stay_unread_ = protocol::trailing_white_space(block);
    to_write_.erase(0, written_);
    written_ = 0;
    to_write_ += block;
    write_pending();
}

void BotInput::write_pending() {
    waits_ = false;
    while (written_ < to_write_.size()) {
        const auto count = ::write(pipe_.get(), to_write_.data() + written_, to_write_.size() - written_);
        if (count > 0) {
            written_ += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN) {
            waits_ = true;
            return;
        } else if (errno == EPIPE) {
            return;
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "writing to a bot");
        }
    }
}

std::size_t BotInput::unread() const {
    return to_write_.size() - written_ + bytes_in_pipe(pipe_);
}

}  // namespace referee

// A bot's pipes as the referee uses them, without ever waiting; and the events that a turn rarely sees.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// read() of a pipe that does not block: nothing if there is nothing to read yet, 0 at its end. Throws
/// std::system_error: no bot can cause other errors.
[[nodiscard]] std::optional<std::size_t> read_some(const UniqueFd& pipe, std::span<char> room);

/// The number of bytes in a pipe; 0 if it is closed.
[[nodiscard]] std::size_t bytes_in_pipe(const UniqueFd& pipe);

/// The input of a bot that the pipe has not taken yet.
class BotInput {
public:
    /// `pipe` does not block, and outlives this.
    explicit BotInput(const UniqueFd& pipe) : pipe_(pipe) {}

    /// Appends a block, and writes as much as the pipe takes. Throws std::system_error.
    void send(std::string_view block);
    /// Writes as much as the pipe takes. A closed stdin (EPIPE) is no error here: its consequences show in the bot's
    /// answer. Throws std::system_error: a bot can't cause other errors.
    void write_pending();
    /// The pipe, while something is left to write and can be; otherwise -1.
    [[nodiscard]] int waiting_fd() const { return waits_ ? pipe_.get() : -1; }

    /// The number of bytes that the bot has not read.
    [[nodiscard]] std::size_t unread() const;
    /// Whether the bot has read all but white space at the end of the last block.
    [[nodiscard]] bool was_read() const { return unread() <= may_stay_unread_; }

private:
    std::size_t hand_over(std::string_view bytes);

    const UniqueFd& pipe_;
    std::string to_write_;
    std::size_t written_ = 0;  ///< bytes of it that the pipe has taken. A megabyte goes in 16 pieces, and is not moved
    std::size_t may_stay_unread_ = 0;
    bool waits_ = false;
};

/// An epoll instance of a bot's stderr, its end and the stop signal. Every descriptor that a turn waits on costs time
/// in each turn; together they cost as much as one.
class RareEvents {
public:
    /// The events since the last take().
    struct Happened {
        bool on_stderr = false;  ///< stderr is not watched now
        bool end = false;        ///< of the bot, or another event that its ChildProcess must examine
        bool stop = false;
    };

    /// The descriptors outlive this. Throws std::system_error.
    RareEvents(int stderr_fd, int end_fd, int stop_fd);

    /// Readable when something has happened.
    [[nodiscard]] int fd() const { return epoll_.get(); }
    /// Takes the events. stderr is not watched again before listen_to_stderr().
    [[nodiscard]] Happened take();
    /// Throws std::system_error.
    void listen_to_stderr();

private:
    UniqueFd epoll_;
    int stderr_fd_;
};

}  // namespace referee

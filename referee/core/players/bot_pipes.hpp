// A bot's pipes, used without ever blocking, and the events that are rare in a turn.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// read() of a non-blocking pipe. Returns nothing if there is nothing to read yet, and 0 at the end of the stream.
/// Throws std::system_error on any other error. A bot can't cause one.
[[nodiscard]] std::optional<std::size_t> read_some(const UniqueFd& pipe, std::span<char> room);

/// The number of bytes in a pipe; 0 if it is closed.
[[nodiscard]] std::size_t bytes_in_pipe(const UniqueFd& pipe);

/// Writes a bot's input, and stores the part that the pipe has not taken yet.
class BotInput {
public:
    /// Requires: `pipe` does not block, and outlives this object.
    explicit BotInput(const UniqueFd& pipe) : pipe_(pipe) {}

    /// Appends a block, and writes as much as the pipe takes. Throws std::system_error.
    void send(std::string_view block);
    /// Writes as much as the pipe takes. A closed stdin (EPIPE) is not an error here, because its consequences show in
    /// the bot's answer. Throws std::system_error on any other error. A bot can't cause one.
    void write_pending();
    /// The pipe, if something is left to write and the bot may still read it; otherwise -1.
    [[nodiscard]] int waiting_fd() const { return waits_ ? pipe_.get() : -1; }

    /// The number of bytes that the bot has not read.
    [[nodiscard]] std::size_t unread() const;
    /// Whether the bot has read everything except white space at the end of the last block.
    [[nodiscard]] bool was_read() const { return unread() <= may_stay_unread_; }

private:
    std::size_t hand_over(std::string_view bytes);

    const UniqueFd& pipe_;
    std::string to_write_;
    /// The number of bytes of `to_write_` that the pipe has taken. They are skipped and not erased, because a megabyte
    /// takes 16 writes, and the rest would be moved each time.
    std::size_t written_ = 0;
    std::size_t may_stay_unread_ = 0;
    bool waits_ = false;
};

/// An epoll instance for a bot's stderr, the bot's end and the stop signal. Each descriptor that a turn waits on costs
/// time in every turn. Combined in this way, the three cost as much as one.
class RareEvents {
public:
    /// The events since the last take().
    struct Happened {
        bool on_stderr = false;  ///< stderr is no longer watched
        bool end = false;        ///< the bot has ended, or there is another event that its ChildProcess must examine
        bool stop = false;
    };

    /// Requires: the descriptors outlive this object. Throws std::system_error.
    RareEvents(int stderr_fd, int end_fd, int stop_fd);

    /// Readable when something has happened.
    [[nodiscard]] int fd() const { return epoll_.get(); }
    /// Takes the events. If stderr is among them, it is not watched again until listen_to_stderr() is called.
    [[nodiscard]] Happened take();
    /// Watches stderr again. Throws std::system_error.
    void listen_to_stderr();

private:
    UniqueFd epoll_;
    int stderr_fd_;
};

}  // namespace referee

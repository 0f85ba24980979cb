// The sockets at which other processes of the user reach the process that plays a tournament.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee::tournament {

/// What a process offers at its socket.
enum class Offer : std::uint8_t {
    news,     ///< each client receives a line for each change of the running games (running_news.hpp)
    changes,  ///< each client may ask for a change of the tournament (run/change_request.hpp)
};

/// The address of a stream socket in Linux's abstract namespace. It is derived from the tournament's file, so any
/// process that can access the file finds the socket. The address disappears with the process that owns it. Bots in a
/// sandbox have a network namespace of their own, and can't find it.
struct TournamentAddress {
    TournamentAddress(const FilePlace& file, Offer offer);
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }

    sockaddr_un address{};
    socklen_t size = 0;
};

struct Connection {
    UniqueFd socket;          ///< does not block; none if no process has the address, or if it is refused
    bool is_refused = false;  ///< the process belongs to another user
};

/// Connects to the process that has this address, if it belongs to this user or to root. Root connects to any process.
[[nodiscard]] Connection connect_to(const TournamentAddress& address);

/// Lets in clients of this user and of root. Never blocks.
class Door {
public:
    /// `max_waiting`: the number of clients that may wait to be let in.
    Door(const FilePlace& file, Offer offer, int max_waiting) : address_(file, offer), max_waiting_(max_waiting) {}

    /// The clients that wait, at most `max`; the others go on waiting. Opens the door first if it is not open and the
    /// next attempt is due. The sockets do not block.
    [[nodiscard]] std::vector<UniqueFd> let_in(std::size_t max = SIZE_MAX);
    /// The descriptor that is readable when a client waits; -1 while the door is not open.
    [[nodiscard]] int fd() const { return socket_.get(); }
    /// Lets nobody in any more.
    void close() { socket_.reset(); }

private:
    void open();

    TournamentAddress address_;
    int max_waiting_;
    UniqueFd socket_;
    TimePoint next_try_{};
};

}  // namespace referee::tournament

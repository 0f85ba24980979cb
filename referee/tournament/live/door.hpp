// The sockets at which other processes of the user reach the process that plays a tournament.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>
#include <vector>

#include "referee/files/file_identity.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/unique_fd.hpp"

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

/// Whether the process at the other end belongs to this user or to root.
bool is_own_peer(int socket);

/// Connects to the process that has this address. Returns nothing if there is none, or if it belongs to another user.
/// The socket does not block.
UniqueFd connect_to(const TournamentAddress& address);

/// Lets in clients of this user and of root. Never blocks.
class Door {
public:
    /// `max_waiting`: the number of clients that may wait to be let in.
    Door(const FilePlace& file, Offer offer, int max_waiting) : address_(file, offer), max_waiting_(max_waiting) {}

    /// The clients that wait. Opens the door first if it is not open and the next attempt is due. The sockets do not
    /// block.
    [[nodiscard]] std::vector<UniqueFd> let_in();
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

#include "referee/tournament/run/live/door.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace referee::tournament {

namespace {

constexpr std::chrono::seconds between_attempts(1);

/// Whether the process at the other end belongs to this user or to root.
bool is_own_peer(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == 0 || peer.uid == ::geteuid());
}

}  // namespace

TournamentAddress::TournamentAddress(const FilePlace& file, Offer offer) {
    const std::string name = fmt::format("referee-tournament-{:x}-{:x}{}", file.device, file.inode,
                                         offer == Offer::changes ? "-changes" : "");
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);  // after a NUL, which means the abstract namespace
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

Connection connect_to(const TournamentAddress& address) {
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket || ::connect(socket.get(), address.get(), address.size) != 0) return {};
    if (::geteuid() != 0 && !is_own_peer(socket.get())) return {{}, true};
    return {std::move(socket), false};
}

std::vector<UniqueFd> Door::let_in(std::size_t max) {
    if (!socket_ && Clock::now() >= next_try_) open();
    std::vector<UniqueFd> clients;
    while (socket_ && clients.size() < max) {
        UniqueFd client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!client) break;
        if (is_own_peer(client.get())) clients.push_back(std::move(client));
    }
    return clients;
}

/// The address may still belong to a process that was just killed. That is not a reason to stop the tournament, so the
/// next attempt follows soon.
void Door::open() {
    next_try_ = Clock::now() + between_attempts;
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket || ::bind(socket.get(), address_.get(), address_.size) != 0) return;
    if (::listen(socket.get(), max_waiting_) == 0) socket_ = std::move(socket);
}

}  // namespace referee::tournament

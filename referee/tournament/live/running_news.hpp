// The place and format in which a process that plays a tournament announces its running games.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/files/file_identity.hpp"
#include "referee/tournament/live/running_games.hpp"

namespace referee::tournament {

/// The address of a stream socket: one in Linux's abstract name space, by the tournament's file, so that it is found by
/// any holder of the file, and nothing of it outlives the process. Each client is sent a line for each change.
struct NewsAddress {
    explicit NewsAddress(const FilePlace& file);
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }

    sockaddr_un address{};
    socklen_t size = 0;
};

/// A line, with its newline: {"games":[{"number","id","from","moves","thoughts"},...]}; "thoughts", which may be
/// missing, has the info of each player, or null.
std::string to_line(const std::vector<RunningGame>& games);
/// None if it is not such a line.
std::optional<std::vector<RunningGame>> running_games_of(std::string_view line);

/// Whether the process at the other end is this user's, or root's.
bool is_own_peer(int socket);

}  // namespace referee::tournament

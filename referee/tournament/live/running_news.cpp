#include "referee/tournament/live/running_news.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "protocol/json_fields.hpp"

namespace referee::tournament {

NewsAddress::NewsAddress(const FilePlace& file) {
    const std::string name = fmt::format("referee-tournament-{:x}-{:x}", file.device, file.inode);
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);  // behind a NUL: abstract
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

std::string to_line(const std::vector<RunningGame>& games) {
    return protocol::json_text({{"games", games}}) + "\n";
}

std::optional<std::vector<RunningGame>> running_games_of(std::string_view line) {
    try {
        return protocol::parse_json_or_discard(line).at("games").get<std::vector<RunningGame>>();
    } catch (const protocol::Json::exception&) {
        return std::nullopt;
    }
}

bool is_own_peer(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == 0 || peer.uid == ::geteuid());
}

}  // namespace referee::tournament

#include "referee/tournament/live/running_news.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "protocol/json_text.hpp"
#include "protocol/notes.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

Json game_json(const RunningGame& game) {
    Json json = {{"number", game.number}, {"id", game.id}, {"from", game.from}, {"moves", game.moves}};
    if (game.thoughts != Thoughts()) json["thoughts"] = json_of(game.thoughts);
    return json;
}

Thoughts thoughts_of(const Json& game) {
    Thoughts thoughts;
    const auto told = game.find("thoughts");
    for (std::size_t i = 0; told != game.end() && i < thoughts.size(); ++i) {
        if (!told->at(i).is_null()) thoughts[i] = protocol::info_of(told->at(i));
    }
    return thoughts;
}

}  // namespace

NewsAddress::NewsAddress(const FilePlace& file) {
    const std::string name = fmt::format("referee-tournament-{:x}-{:x}", file.device, file.inode);
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);  // behind a NUL: abstract
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

Json json_of(const Thoughts& thoughts) {
    Json both = Json::array();
    for (const auto& info : thoughts)
        both.push_back(info ? protocol::json_of(*info) : Json(nullptr));
    return both;
}

std::string to_line(const std::vector<RunningGame>& games) {
    Json list = Json::array();
    for (const RunningGame& game : games)
        list.push_back(game_json(game));
    return protocol::json_text(Json{{"games", std::move(list)}}) + "\n";
}

std::optional<std::vector<RunningGame>> running_games_of(std::string_view line) {
    try {
        std::vector<RunningGame> games;
        const Json news = protocol::parse_json_or_discard(line);
        for (const Json& game : news.at("games")) {
            games.push_back({game.at("number").get<int>(), game.at("id").get<std::string>(),
                             game.at("from").get<std::size_t>(), game.at("moves").get<std::vector<std::string>>(),
                             thoughts_of(game)});
        }
        return games;
    } catch (const Json::exception&) {
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

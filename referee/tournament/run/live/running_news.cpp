#include "referee/tournament/run/live/running_news.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "protocol/json_fields.hpp"

namespace referee::tournament {

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

namespace {

using namespace std::chrono_literals;

constexpr auto between_tries = 500ms;
constexpr auto after_refusal = 5s;
constexpr std::size_t longest_line = std::size_t{4} << 20;

}  // namespace

bool RunningReader::read() {
    if (!socket_ && Clock::now() >= next_try_) connect();
    bool changed = false;
    while (socket_) {
        std::array<char, 65536> buffer;
        const auto count = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) break;
        if (count <= 0 || unread_.size() > longest_line) return leave();
        unread_.append(buffer.data(), static_cast<std::size_t>(count));
        for (auto end = unread_.find('\n'); end != std::string::npos; end = unread_.find('\n')) {
            if (!take(std::string_view(unread_).substr(0, end))) return leave();
            unread_.erase(0, end + 1);
            changed = true;
        }
    }
    return changed;
}

void RunningReader::connect() {
    next_try_ = Clock::now() + between_tries;
    socket_ = connect_to(address_).socket;
}

/// Disconnects, and forgets all games. Always returns true, because the games have changed.
bool RunningReader::leave() {
    socket_.reset();
    unread_.clear();
    games_.clear();
    if (!heard_) next_try_ = Clock::now() + after_refusal;
    heard_ = false;
    return true;
}

/// Returns false if the line is not valid news.
bool RunningReader::take(std::string_view line) {
    auto news = running_games_of(line);
    if (!news || !merge(games_, *std::move(news))) return false;
    heard_ = true;
    return true;
}

bool merge(std::map<int, RunningMatch>& games, std::vector<RunningGame> news) {
    std::map<int, RunningMatch> merged;
    for (RunningGame& game : news) {
        RunningMatch& now = merged[game.number];
        const auto known = games.find(game.number);
        if (known != games.end() && known->second.id == game.id) now = std::move(known->second);
        now.id = game.id;
        if (now.moves.size() != game.from) return false;
        now.thoughts = std::move(game.thoughts);
        now.frames = std::move(game.frames);
        now.moves.insert(now.moves.end(), game.moves.begin(), game.moves.end());
    }
    games = std::move(merged);
    return true;
}

}  // namespace referee::tournament

#include "referee/web/serve/followed_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"

namespace referee::serve {

using namespace tournament;
using namespace std::chrono_literals;

namespace {

/// After a longer time without a call nobody has watched, and the game that was followed is an old one.
constexpr auto longest_gap = 5s;

/// If more moves than that are to be shown, several are shown at once: no game is to last for ever.
constexpr std::size_t calm_backlog = 120;

/// A bot's words stay with its author.
protocol::Result shown_result(protocol::Result result) {
    if (result.ending != protocol::Ending::by_rules) result.detail.clear();
    return result;
}

std::string small_enough(std::string frame) {
    return frame.size() <= max_published_frame ? std::move(frame) : std::string();
}

}  // namespace

void FollowedGame::follow(TimePoint now, const std::map<int, RunningMatch>& running, std::optional<int> finished,
                          bool goes_on, const Store& store) {
    if (now - called_ > longest_gap) game_.reset();
    called_ = now;
    if (game_) learn(running, store);
    if (!game_ || (game_->ended && now - *game_->ended >= result_stays)) {
        if (!goes_on)
            game_.reset();
        else if (choose(running, finished, store))
            next_ = now + between_shown_moves;
    }
    if (game_) step(now);
    show(store);
}

/// Begins with the newest game that can be shown. Returns false, and stays with the last one, if there is none.
bool FollowedGame::choose(const std::map<int, RunningMatch>& running, std::optional<int> finished, const Store& store) {
    for (auto newest = running.rbegin(); newest != running.rend(); ++newest) {
        auto next = game_of(newest->first, store);
        if (!next) continue;
        next->known = newest->second;
        catch_up(*next);
        game_ = std::move(next);
        return true;
    }
    if (!finished || (game_ && game_->number == *finished)) return false;
    auto next = game_of(*finished, store);
    if (!next || !take_log(*next, store)) return false;
    game_ = std::move(next);
    return true;
}

/// The game before its first move. None if the store does not have it yet.
std::optional<FollowedGame::Game> FollowedGame::game_of(int number, const Store& store) {
    const auto planned = store.game(number);
    if (!planned) return std::nullopt;
    const auto name = [&](int entrant) { return store.head().entrants.at(static_cast<std::size_t>(entrant)).name; };
    return Game{number, {name(planned->first), name(planned->second)}};
}

/// Takes the whole of a game that is over. Returns false if the store does not have it, but perhaps another match of
/// this game: one that is void is played again.
bool FollowedGame::take_log(Game& game, const Store& store) {
    const auto text = store.log_of(game.number);
    protocol::LogProblem problem;
    auto log = text ? protocol::parse_match_log(*text, problem) : std::nullopt;
    if (!log || (!game.known.id.empty() && game.known.id != log->id)) return false;
    game.is_running = false;
    game.ended.reset();
    game.known = {.id = log->id, .moves = {}};
    if (!log->rules.empty() && game.frames == FrameSteps()) {
        // Nothing has been seen yet of a game of one's own that had no frames, because it has secrets or was so quick.
        game.shown = 0;
        next_ = called_ + between_shown_moves;
    }
    if (!log->rules.empty()) game.all_frames.push_back(small_enough(std::move(log->initial)));
    for (protocol::LoggedPly& ply : log->plies) {
        game.known.moves.push_back(std::move(ply.move));
        if (!log->rules.empty()) game.all_frames.push_back(small_enough(std::move(ply.frame)));
    }
    game.result = shown_result(std::move(log->result));
    return true;
}

/// Takes what has become known of the game since the last call.
void FollowedGame::learn(const std::map<int, RunningMatch>& running, const Store& store) {
    if (game_->result) return;
    const auto found = running.find(game_->number);
    game_->is_running = found != running.end() && found->second.id == game_->known.id;
    if (game_->is_running)
        game_->known = found->second;
    else
        take_log(*game_, store);
}

/// The frames of a game of one's own are known only when it is over, so a running one is shown as it is now.
bool FollowedGame::catch_up(Game& game) {
    if (game.known.frames == FrameSteps()) return false;
    game.frames = game.known.frames;
    game.shown = game.known.moves.size();
    return true;
}

void FollowedGame::step(TimePoint now) {
    Game& game = *game_;
    const std::size_t left = game.known.moves.size() - game.shown;
    if (left > 0 && now >= next_) {
        if (!catch_up(game)) game.shown += std::max<std::size_t>(1, left / calm_backlog);
        next_ = (now < next_ + between_shown_moves / 2 ? next_ : now) + between_shown_moves;
    }
    if (game.is_running || game.shown < game.known.moves.size())
        game.ended.reset();
    else if (!game.ended)
        game.ended = now;
}

void FollowedGame::show(const Store& store) {
    std::map<int, RunningMatch> shown;
    if (game_) {
        const auto begin = game_->known.moves.begin();
        RunningMatch& match = shown[game_->number];
        match.id = game_->known.id;
        match.moves.assign(begin, begin + static_cast<std::ptrdiff_t>(game_->shown));
        match.frames = game_->frames;
        if (const auto& all = game_->all_frames; !all.empty())
            match.frames = {all[game_->shown], game_->shown > 0 ? all[game_->shown - 1] : ""};
    }
    boards_.follow(shown, store);
    if (!game_) {
        json_ = "null";
        return;
    }
    const bool is_over = game_->result && game_->shown == game_->known.moves.size();
    json_ = fmt::format(R"({{"names":{},"result":{},{})", protocol::json_text(game_->names),
                        is_over ? protocol::json_text(*game_->result) : "null", boards_.json().substr(1));
}

}  // namespace referee::serve

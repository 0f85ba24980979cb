#include "referee/tournament/run/live/running_games.hpp"

#include <algorithm>

namespace referee::tournament {

namespace {

/// Limits the number of moves that one call of news_for() returns. A match can have very many moves, and each new
/// observer receives all of them.
constexpr std::size_t max_moves_at_once = 8192;

std::string published(const std::string& frame) {
    return frame.size() <= max_published_frame ? frame : std::string();
}

}  // namespace

RunningGames::Entry::~Entry() {
    const Lock lock(games_.mutex_);
    games_.games_.erase(number_);
}

void RunningGames::Entry::on_position(const games::Board& board, const protocol::MatchLog& log) {
    const bool is_new = shared_ == nullptr;
    if (is_new) shared_ = std::make_shared<Shared>();
    follow(log, board.has_secrets());
    if (!is_new) return;
    const Lock lock(games_.mutex_);
    games_.games_[number_] = shared_;
}

/// Of a game with secrets only the number of moves is published.
void RunningGames::Entry::follow(const protocol::MatchLog& log, bool has_secrets) {
    const Lock lock(shared_->mutex);
    RunningMatch& game = shared_->match;
    if (game.id != log.id) game = {.id = log.id, .moves = {}};
    if (has_secrets) return game.moves.resize(log.plies.size());
    for (std::size_t i = game.moves.size(); i < log.plies.size(); ++i) {
        const protocol::LoggedPly& ply = log.plies[i];
        game.moves.push_back(ply.move);
        game.thoughts[static_cast<std::size_t>(ply.player)] = ply.notes.info;
    }
    if (log.rules.empty()) return;
    const std::size_t count = log.plies.size();
    game.frames.now = published(count > 0 ? log.plies.back().frame : log.initial);
    game.frames.before = count == 0 ? "" : published(count > 1 ? log.plies[count - 2].frame : log.initial);
}

bool RunningGames::news_for(Told& told, std::vector<RunningGame>& news) const {
    news.clear();
    Lock all(mutex_);
    const auto running = games_;
    all.unlock();
    const auto gone = std::erase_if(told.games_, [&](const auto& game) { return !running.contains(game.first); });
    bool changed = gone > 0;
    std::size_t room = max_moves_at_once;
    for (const auto& [number, shared] : running) {
        const Lock lock(shared->mutex);
        const auto [known, is_new] = told.games_.try_emplace(number);
        changed = changed || is_new;
        if (known->second.id != shared->match.id) known->second = {shared->match.id, 0};
        RunningGame& told_now = news.emplace_back(RunningGame{
            number, shared->match.id, known->second.moves, {}, shared->match.thoughts, shared->match.frames});
        const auto begin = shared->match.moves.begin() + static_cast<std::ptrdiff_t>(known->second.moves);
        const auto count = std::min<std::size_t>(room, static_cast<std::size_t>(shared->match.moves.end() - begin));
        told_now.moves.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
        known->second.moves += count;
        room -= count;
        changed = changed || count > 0;
    }
    return changed;
}

}  // namespace referee::tournament

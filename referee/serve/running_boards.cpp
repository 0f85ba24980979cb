#include "referee/serve/running_boards.hpp"

#include <fmt/format.h>

#include "protocol/json_fields.hpp"
#include "referee/match/record.hpp"
#include "referee/serve/page_json.hpp"
#include "referee/tournament/live/running_news.hpp"
#include "referee/tournament/page/public_log.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/settings.hpp"

namespace referee::serve {

using namespace tournament;

namespace {

/// Returns a log with the game and the config of all matches of the tournament.
protocol::MatchLog game_of(const TournamentHead& head) {
    const Settings settings = settings_of_json(head.settings);
    protocol::MatchLog log;
    log.game = settings.game.substr(0, settings.game.find(':'));
    log.config = settings.config;
    return log;
}

}  // namespace

RunningBoards boards_of(const TournamentHead& head) {
    const OpeningList openings = settings_of_json(head.settings).opening_list;
    return {spec_of(game_of(head)), protocol::parse_json(head.settings).at("config").dump(),
            openings.openings.empty() ? std::vector<GameStart>() : in_order(openings, head.seed), !is_of_class(head)};
}

void RunningBoards::follow(const std::map<int, tournament::RunningMatch>& games, const tournament::Store& store) {
    std::erase_if(games_, [&](const auto& known) {
        const auto found = games.find(known.first);
        return found == games.end() || found->second.id != known.second.id;
    });
    for (const auto& [number, game] : games) {
        auto known = games_.find(number);
        if (known == games_.end()) {
            const auto planned = store.game(number);
            if (!planned) continue;
            Running running{*planned, game.id, board_of(*planned)};
            running.frame = frame_of(*running.board);
            known = games_.emplace(number, std::move(running)).first;
        }
        play(known->second, game.moves);
        if (with_thoughts_) known->second.thoughts = game.thoughts;
    }
}

/// The board of a game before the moves of its opening.
std::unique_ptr<games::Board> RunningBoards::board_of(const tournament::PlannedGame& game) const {
    if (!game.opening || openings_.empty()) return spec_.make_board(game.seed);
    const std::string& position = openings_[static_cast<std::size_t>(*game.opening) % openings_.size()].position;
    return (position.empty() ? spec_ : games::with_position(spec_, position)).make_board(game.seed);
}

void RunningBoards::play(Running& running, const std::vector<std::string>& moves) const {
    games::Board& board = *running.board;
    for (auto ply = static_cast<std::size_t>(board.plies()); ply < moves.size() && !running.broken; ++ply) {
        const int mover = games::is_over(board.outcome()) ? -1 : games::index(board.to_move());
        if (mover < 0 || board.play(moves[ply]) != games::Verdict::played) {
            running.broken = true;
            break;
        }
        running.previous = std::move(running.frame);
        running.frame = frame_of(board);
        running.last = last_json(mover, moves[ply]);
    }
}

/// The frame of a board. "null" if the board's moves are not listed, because such a board is so large that a frame has
/// only the changes.
std::string RunningBoards::frame_of(const games::Board& board) const {
    if (!board.moves_listed()) return "null";
    std::string frame;
    board.write_frame(frame);
    return frame;
}

std::string RunningBoards::json_of(const Running& running) const {
    const games::Board& board = *running.board;
    return fmt::format(
        R"({{"number":{},"round":{},"first":{},"second":{},"game":"{}","config":{},"plies":{},"frame":{},"previous":{},)"
        R"("last":{},"next":{},"thoughts":{}}})",
        tournament::shown_number(running.planned.number), tournament::shown_number(running.planned.round),
        running.planned.first, running.planned.second, spec_.game->name, config_, board.plies(), running.frame,
        running.previous, running.last, next_json(board, true),
        protocol::escaped_json(protocol::json_text(running.thoughts)));
}

std::string RunningBoards::json() const {
    std::string list;
    for (const auto& [number, running] : games_)
        list.append(list.empty() ? "" : ",").append(json_of(running));
    return R"({"games":[)" + list + "]}";
}

}  // namespace referee::serve

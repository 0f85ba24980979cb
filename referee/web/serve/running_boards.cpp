#include "referee/web/serve/running_boards.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "protocol/json_fields.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/web/pages/public_log.hpp"
#include "referee/web/serve/page_json.hpp"

namespace referee::serve {

using namespace tournament;
using protocol::Json;

namespace {

/// Returns a log with the game and the config of all matches of the tournament.
protocol::MatchLog game_of(const TournamentHead& head) {
    const Settings settings = settings_of_json(head.settings);
    protocol::MatchLog log;
    log.game = games::name_in(settings.game);
    log.config = settings.config;
    log.rules = settings.rules;
    return log;
}

}  // namespace

RunningBoards boards_of(const TournamentHead& head) {
    const Settings settings = settings_of_json(head.settings);
    const OpeningList& openings = settings.opening_list;
    const auto game = game_of(head);
    return {spec_of(game), protocol::parse_json(head.settings).at("config").dump(), game.rules,
            openings.openings.empty() ? std::vector<GameStart>() : in_order(openings, settings.run_seed(head.seed)),
            !is_of_class(head)};
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
            known =
                games_.emplace(number, Running{*planned, game.id, rules_.empty() ? board_of(*planned) : nullptr}).first;
            if (rules_.empty()) begin(known->second);
        }
        rules_.empty() ? play(known->second, game.moves) : show(known->second, game);
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
        running.last = last_json(mover, moves[ply]);
        begin(running);
    }
}

/// Takes the position of the board.
void RunningBoards::begin(Running& running) const {
    running.plies = static_cast<std::size_t>(running.board->plies());
    running.frame = frame_of(*running.board);
    running.next = next_json(*running.board, true);
}

/// Takes the position that the playing process reports. It comes from a program of the user, so it may be wrong.
void RunningBoards::show(Running& running, const tournament::RunningMatch& now) {
    const auto frame_in = [](const std::string& text) {
        Json frame = protocol::parse_json_or_discard(text);
        return frame.is_object() && frame.contains("board") ? std::move(frame) : Json();
    };
    const auto mover_in = [](const Json& frame) {
        const Json turn = frame.is_object() ? frame.value("turn", Json()) : Json();
        return turn == 0 || turn == 1 ? std::optional(turn.get<int>()) : std::nullopt;
    };
    const Json frame = frame_in(now.frames.now), before = frame_in(now.frames.before);
    running.plies = now.moves.size();
    running.frame = protocol::json_text(frame);
    running.previous = protocol::json_text(before);
    const auto mover = mover_in(frame), last = mover_in(before);
    running.next = mover ? protocol::json_text({{"player", *mover}, {"hand", nullptr}}) : "null";
    running.last = last && !now.moves.empty() ? last_json(*last, now.moves.back()) : "null";
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
    return fmt::format(
        R"({{"number":{},"round":{},"first":{},"second":{},"game":"{}","rules":{},"config":{},"plies":{},"frame":{},)"
        R"("previous":{},"last":{},"next":{},"thoughts":{}{}}})",
        tournament::shown_number(running.planned.number), tournament::shown_number(running.planned.round),
        running.planned.first, running.planned.second, spec_.game->name, rules_.empty() ? "null" : rules_, config_,
        running.plies, running.frame, running.previous, running.last, running.next,
        protocol::escaped_json(protocol::json_text(running.thoughts)),
        spec_.game->has_secrets ? R"(,"secret":true)" : "");
}

std::string RunningBoards::json() const {
    std::string list;
    for (const auto& [number, running] : games_)
        list.append(list.empty() ? "" : ",").append(json_of(running));
    return R"({"games":[)" + list + "]}";
}

}  // namespace referee::serve

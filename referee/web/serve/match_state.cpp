#include "referee/web/serve/match_state.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "protocol/ending.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/record.hpp"
#include "referee/web/serve/page_json.hpp"

namespace referee::serve {

namespace {

using protocol::Json;

/// Returns a match's log as JSON, without plies and frames.
Json log_json(protocol::MatchLog log) {
    log.initial = "null";
    log.plies.clear();
    return protocol::parse_json(to_json(log, protocol::Layout::one_line));
}

/// Returns the settings in the form that they have in a match log.
Json config_json(const games::GameSpec& spec) {
    protocol::MatchLog log;
    log.config = config_of(spec);
    return log_json(std::move(log))["game"]["config"];
}

/// Returns the members of an object without the braces, so that others can be added.
std::string members_of(const Json& object) {
    const std::string text = protocol::json_text(object);
    return text.substr(1, text.size() - 2);
}

Json result_json(std::optional<int> winner, protocol::Ending ending, const std::string& detail) {
    return {{"winner", winner ? Json(*winner) : Json(nullptr)},
            {"ending", protocol::name_of(ending)},
            {"detail", detail},
            {"meaning", protocol::meaning_of(ending)}};
}

}  // namespace

MatchState::MatchState(const MatchPlan& plan, int you) : you_(you) {
    const std::string& rules = plan.spec.game->record;
    head_ = members_of({{"game", plan.spec.game->name},
                        {"rules", rules.empty() ? Json() : protocol::parse_json(rules)},
                        {"config", config_json(plan.spec)},
                        {"names", {plan.players[0].name, plan.players[1].name}},
                        {"you", you},
                        {"move_ms", plan.limits.move.value().count() / 1000}});
    if (plan.spec.game->has_secrets) head_ += R"(,"secret":true)";
}

void MatchState::begin(const games::Board& board) {
    if (board.has_secrets()) tell_news(board);
    last_ = "null";
    take(board);
}

void MatchState::add(const games::Board& board, const protocol::LoggedPly& ply) {
    ++plies_;
    if (board.has_secrets()) {
        last_ = "null";
        tell_news(board);
    } else {
        tell(ply.player, ply.move);
        for (const int player : ply.lost)
            made_ += fmt::format(",[{},\"LOST\"]", player);
    }
    take(board);
}

/// Adds what the person is told of the last ply, or of the start.
void MatchState::tell_news(const games::Board& board) {
    for (const std::string& line : board.told(games::side_of(you_)))
        tell(line.front() - '0', line.substr(2));
}

/// Adds what somebody has done, a move or another line of new turns.
void MatchState::tell(int player, std::string_view what) {
    last_ = last_json(player, what);
    made_ += fmt::format("{}[{},{}]", made_.empty() ? "" : ",", player, protocol::json_text(what));
}

void MatchState::take(const games::Board& whole) {
    const games::PlayersBoard board(whole, games::side_of(you_));
    previous_ = std::exchange(frame_, {});
    board->write_frame(frame_);
    frame_bytes_ += frame_.size();
    yours_ = !games::is_over(board->outcome()) && games::index(board->to_move()) == you_;
    next_ = next_json(*board, yours_);
    moves_ = yours_ ? board->legal_moves() : std::vector<std::string>();
}

void MatchState::close(std::string result) {
    result_ = std::move(result);
    over_ = true;
    yours_ = false;
    moves_.clear();
    next_ = "null";
}

void MatchState::finish(const protocol::MatchLog& log) {
    Json result = result_json(log.result.winner, log.result.ending, log.result.detail);
    const Json whole = log_json(log);
    result["failure"] = whole["failure"];
    result["limits"] = whole["limits"];
    if (log.result.score) result["score"] = *log.result.score;
    close(protocol::json_text(result));
}

void MatchState::fail(const std::string& why) {
    close(protocol::json_text(result_json(std::nullopt, protocol::Ending::aborted, harmless(why))));
}

std::string MatchState::json() const {
    return fmt::format(
        R"({{{},"ply":{},"frame":{},"previous":{},"last":{},"next":{},"moves":{},"made":[{}],"result":{},"over":{}}})",
        head_, plies_, frame_, previous_, last_, next_, protocol::json_text(moves_), made_, result_, over_);
}

}  // namespace referee::serve

#include "referee/serve/match_state.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "protocol/ending.hpp"
#include "referee/record.hpp"
#include "referee/report.hpp"
#include "referee/serve/position_json.hpp"

namespace referee::serve {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The settings as the log has them.
Json config_json(const games::GameSpec& spec) {
    protocol::MatchLog log;
    log.config = config_of(spec);
    log.initial = "null";
    return Json::parse(to_json(log, protocol::Layout::one_line))["game"]["config"];
}

/// The members of an object, to which others are added.
std::string members_of(const Json& object) {
    const std::string text = text_of(object);
    return text.substr(1, text.size() - 2);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

Json result_json(std::optional<int> winner, protocol::Ending ending, const std::string& detail,
                 const std::vector<std::string>& explanation) {
    return {{"winner", winner ? Json(*winner) : Json(nullptr)},
            {"ending", protocol::name_of(ending)},
            {"detail", detail},
            {"meaning", protocol::meaning_of(ending)},
            {"explanation", explanation}};
}

}  // namespace

MatchState::MatchState(const MatchPlan& plan, int you) : you_(you) {
    head_ = members_of({{"game", plan.spec.game->name},
                        {"config", config_json(plan.spec)},
                        {"names", {plan.players[0].name, plan.players[1].name}},
                        {"you", you},
                        {"move_ms", plan.limits.move.count() / 1000}});
    const auto board = plan.spec.make_board(plan.seed);
    marks_ = {std::string(board->mark(games::Side::first)), std::string(board->mark(games::Side::second))};
    take(*board);
}

void MatchState::add(const games::Board& board, const protocol::LoggedPly& ply) {
    ++plies_;
    last_ = last_json(ply.player, ply.move);
    made_ += fmt::format("{}[{},{}]", made_.empty() ? "" : ",", ply.player, text_of(ply.move));
    for (const int player : ply.lost)
        made_ += fmt::format(",[{},\"LOST\"]", player);
    take(board);
}

void MatchState::take(const games::Board& board) {
    previous_ = frame_.empty() ? "null" : std::move(frame_);
    frame_.clear();
    board.write_frame(frame_);
    yours_ = !games::is_over(board.outcome()) && games::index(board.to_move()) == you_;
    next_ = next_json(board, yours_);
    moves_ = yours_ ? board.legal_moves() : std::vector<std::string>();
}

void MatchState::close(std::string result) {
    result_ = std::move(result);
    over_ = true;
    yours_ = false;
    moves_.clear();
    next_ = "null";
}

void MatchState::finish(const protocol::MatchLog& log) {
    const auto explanation =
        log.failure ? lines_of(explain_forfeit(log, {marks_[0], marks_[1]})) : std::vector<std::string>();
    close(text_of(result_json(log.result.winner, log.result.ending, log.result.detail, explanation)));
}

void MatchState::fail(const std::string& why) {
    close(text_of(result_json(std::nullopt, protocol::Ending::aborted, why, {})));
}

std::string MatchState::json() const {
    return fmt::format(
        R"({{{},"ply":{},"frame":{},"previous":{},"last":{},"next":{},"moves":{},"made":[{}],"result":{},"over":{}}})",
        head_, plies_, frame_, previous_, last_, next_, text_of(moves_), made_, result_, over_);
}

}  // namespace referee::serve

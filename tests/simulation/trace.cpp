#include "tests/simulation/trace.hpp"

#include <algorithm>
#include <utility>

#include "protocol/json_text.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace simulation {

namespace {

using namespace referee::tournament;
using protocol::Json;

const std::string& name_of(const TournamentHead& head, int entrant) {
    return head.entrants[static_cast<std::size_t>(entrant)].name;
}

const char* side_of(std::optional<int> side, const char* none) {
    if (!side) return none;
    return *side == 0 ? "first" : "second";
}

/// The events that a run with --json has printed.
Json events_in(const std::string& out) {
    Json events = Json::array();
    for (std::size_t begin = 0; begin < out.size();) {
        const auto end = std::min(out.find('\n', begin), out.size());
        Json event = protocol::parse_json_or_discard(out.substr(begin, end - begin));
        begin = end + 1;
        if (!event.is_object() || !event.contains("event")) continue;
        if (event.at("event") != "progress") events.push_back(std::move(event));
    }
    return events;
}

}  // namespace

void Trace::put(const char* kind, Json value) {
    Json line = Json::object();
    line[kind] = std::move(value);
    write_(protocol::json_text(line) + "\n");
}

void Trace::begin(const History& history, int depth) {
    write_(protocol::json_text(Json{{"history", {{"seed", history.seed}, {"depth", depth}}}}) + "\n");
}

void Trace::end() {
    put("over", Json::object());
}

void Trace::show(const Words& typed, const Answer& answer) {
    put("shown", {{"typed", typed}, {"exit", answer.exit}, {"text", answer.out}, {"notes", answer.err}});
}

void Trace::wrote(const std::string& file, const std::string& content) {
    put("file", {{"path", file}, {"text", content}});
}

void Trace::typed(const Step& step, std::int64_t at_us) {
    of_run_.clear();
    now_us_ = at_us;
    Json line = {{"typed", step.typed}, {"at_us", at_us}};
    write_(protocol::json_text(line) + "\n");
}

void Trace::planned(const std::string& db, const TournamentHead& head, const PlannedGame& game) {
    put("planned", {{"db", db},
                    {"game", shown_number(game.number)},
                    {"first", name_of(head, game.first)},
                    {"second", name_of(head, game.second)},
                    {"round", shown_number(game.round)},
                    {"pair", shown_number(game.pair)},
                    {"seed", game.seed},
                    {"opening", game.opening ? Json(shown_number(*game.opening)) : Json()}});
}

void Trace::played(const std::string& db, const TournamentHead& head, const PlayedGame& game) {
    const StoredMatch& match = game.match;
    std::optional<int> blamed;
    if (match.result.forfeit && match.result.winner) blamed = 1 - *match.result.winner;
    Json turns = Json::object();
    turns["first"] = match.first_longest ? Json(match.first_longest->count()) : Json();
    turns["second"] = match.second_longest ? Json(match.second_longest->count()) : Json();
    Json voided = Json::array();
    for (const VoidGame& one : game.void_games)
        voided.push_back(side_of(one.player, ""));
    const bool aborted = match.ending == protocol::Ending::aborted;
    put("played", {{"db", db},
                   {"game", shown_number(game.game.number)},
                   {"first", name_of(head, match.first)},
                   {"second", name_of(head, match.second)},
                   {"outcome", aborted ? "aborted" : side_of(match.result.winner, "draw")},
                   {"ending", protocol::name_of(match.ending)},
                   {"detail", match.detail},
                   {"blamed", blamed ? Json(side_of(blamed, "")) : Json()},
                   {"busy", match.busy},
                   {"moves", protocol::parse_json(game.moves)},
                   {"seed", game.game.seed},
                   {"void_games", voided},
                   {"longest_us", turns}});
}

void Trace::changed(const std::string& db, const Words& typed, bool accepted, const std::string& text) {
    put("changed_while_played", {{"db", db}, {"typed", typed}, {"accepted", accepted}, {"text", text}});
}

void Trace::answered(const Step& step, const Answer& answer) {
    if (answer.killed) return put("killed", {{"db", file_of(step.typed)}});
    const bool is_run = step.typed.front() == "tournament";
    if (answer.exit == 2) return put("refused", {{"exit", answer.exit}, {"text", answer.err}});
    if (!is_run) return put("accepted", {{"exit", answer.exit}, {"text", answer.out}, {"notes", answer.err}});
    Json events = events_in(answer.out);
    Json reason;
    for (const Json& event : events) {
        if (event.at("event") == "ended") reason = event.at("why");
    }
    put("ended", {{"db", file_of(step.typed)},
                  {"exit", answer.exit},
                  {"reason", reason},
                  {"events", events},
                  {"text", events.empty() ? answer.out : ""},
                  {"notes", answer.err}});
}

}  // namespace simulation

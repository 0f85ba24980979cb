#include "tests/simulation/trace.hpp"

#include <algorithm>
#include <utility>

#include "protocol/json_text.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "tests/simulation/laws.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

using namespace referee::tournament;
using protocol::Json;

const std::string& name_of(const TournamentHead& head, int entrant) {
    return head.entrants[static_cast<std::size_t>(entrant)].name;
}

using Arrivals = std::vector<std::pair<std::string, std::string>>;

Json json_of(const Arrivals& joined) {
    Json all = Json::array();
    for (const auto& [name, old] : joined)
        all.push_back({{"name", name}, {"replaces", old.empty() ? Json() : Json(old)}});
    return all;
}

const char* side_of(std::optional<int> side, const char* none) {
    if (!side) return none;
    return *side == 0 ? "first" : "second";
}

}  // namespace

void Trace::put(const char* kind, Json value) {
    Json line = Json::object();
    line[kind] = std::move(value);
    write_(protocol::json_text(line) + "\n");
}

void Trace::begin(const History& history) {
    write_(
        protocol::json_text(Json{
            {"history",
             {{"seed", history.seed}, {"depth", history.depth}, {"pairs_before_rest", history.pairs_before_rest}}}}) +
        "\n");
}

void Trace::end() {
    put("over", Json::object());
}

void Trace::show(const Words& typed, const Answer& answer) {
    put("shown", {{"typed", typed}, {"exit", answer.exit}, {"text", answer.out}, {"notes", answer.err}});
}

void Trace::wrote(const std::string& file, const std::string& content, std::int64_t /*at*/) {
    put("file", {{"path", file}, {"text", content}});
}

void Trace::typed(const Step& step, std::int64_t at_us) {
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

void Trace::begun(const std::string& db, const TournamentHead& head, bool is_new) {
    if (!is_new) return;
    Json names = Json::array();
    for (const StoredEntrant& entrant : head.entrants)
        names.push_back(entrant.name);
    put("accepted", {{"db", db}, {"entrants", names}, {"seed", head.seed}});
}

void Trace::played(const std::string& db, const TournamentHead& head, const PlayedGame& game) {
    const StoredMatch& match = game.match;
    std::optional<int> blamed;
    if (match.result.forfeit && match.result.winner) blamed = 1 - *match.result.winner;
    const auto line = [&](const char* outcome) {
        return Json{{"db", db},
                    {"game", shown_number(game.game.number)},
                    {"first", name_of(head, match.first)},
                    {"second", name_of(head, match.second)},
                    {"outcome", outcome}};
    };
    for (std::size_t i = 0; i < game.void_games.size(); ++i)
        put("played", line("void"));
    const bool aborted = match.ending == protocol::Ending::aborted;
    Json value = line(aborted ? "aborted" : side_of(match.result.winner, "draw"));
    value["ending"] = protocol::name_of(match.ending);
    value["detail"] = match.detail;
    if (match.score) value["score"] = *match.score;
    value["blamed"] = blamed ? Json(side_of(blamed, "")) : Json();
    value["busy"] = match.busy;
    value["moves"] = protocol::parse_json(game.moves);
    value["seed"] = game.game.seed;
    value["turn_us"] = {{"first", match.first_longest ? Json(match.first_longest->count()) : Json()},
                        {"second", match.second_longest ? Json(match.second_longest->count()) : Json()}};
    value["longest_us"] = value["turn_us"];
    put("played", std::move(value));
}

void Trace::removed(const std::string& db, const std::vector<int>& games, const char* why) {
    Json numbers = Json::array();
    for (const int game : games)
        numbers.push_back(shown_number(game));
    put("removed", {{"db", db}, {"games", numbers}, {"why", why}});
}

void Trace::changed_while_played(const std::string& db, const Words& typed, bool accepted, const std::string& text,
                                 const Arrivals& joined) {
    put("changed_while_played",
        {{"db", db}, {"typed", typed}, {"accepted", accepted}, {"text", text}, {"joined", json_of(joined)}});
}

void Trace::answered(const Step& step, Answer& answer) {
    const Json joined = json_of(answer.joined);
    if (answer.killed)
        return put("killed", {{"db", file_of(step.typed)},
                              {"in_file", answer.is_in_file},
                              {"planned", answer.planned},
                              {"joined", joined}});
    const bool is_run = step.typed.front() == "tournament" && !has(step.typed, "--dry-run");
    if (answer.exit == 2) return put("refused", {{"exit", answer.exit}, {"text", answer.err}});
    if (!is_run)
        return put("accepted",
                   {{"exit", answer.exit}, {"text", answer.out}, {"notes", answer.err}, {"joined", joined}});
    Json events = Json::array();
    for (Json& event : events_in(answer.out))
        if (event.at("event") != "progress") events.push_back(std::move(event));
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

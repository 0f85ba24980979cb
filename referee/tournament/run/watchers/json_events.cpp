#include "referee/tournament/run/watchers/json_events.hpp"

#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/match/moves_hash.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/run/watchers/machine.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

constexpr std::chrono::seconds between_progress(1);

void add(Json& event, const Progress& progress) {
    event["played"] = progress.played;
    event["total"] = progress.total;
    event["playing"] = progress.playing;
    event["void_games"] = progress.void_games;
    event["distinct_games"] = progress.distinct_games;
    event["games_per_second"] = progress.per_second();
}

const char* text_of(RunEnd::Why why) {
    switch (why) {
        case RunEnd::Why::finished: return "finished";
        case RunEnd::Why::decided: return "decided";
        case RunEnd::Why::disputed: return "disputed";
        case RunEnd::Why::repeats: return "repeats";
        case RunEnd::Why::goal: return "goal";
        case RunEnd::Why::nothing_counts: return "nothing_counts";
        case RunEnd::Why::stop_after: return "stop_after";
        case RunEnd::Why::signalled: return "signalled";
    }
    return "";
}

}  // namespace

/// Writes an event. A closed stdout ends the run, because nobody reads the events.
void JsonEvents::put(const Json& event) {
    if (!gate_.is_open()) return;
    print(protocol::escaped_json(protocol::json_text(event)) + "\n");
    if (stdout_closed()) complain("nobody reads the events any more");
    check_stdout();
}

const std::string& JsonEvents::name_of(int entrant) const {
    return head_.entrants[static_cast<std::size_t>(entrant)].name;
}

void JsonEvents::begun(const Progress& progress, const Account& /*account*/) {
    Json event = {{"event", "begun"},
                  {"entrants", head_.names()},
                  {"settings", protocol::parse_json(head_.settings)},
                  {"seed", head_.seed}};
    add(event, progress);
    put(event);
}

void JsonEvents::played(const PlayedGame& played) {
    const PlannedGame& game = played.game;
    const StoredMatch& match = played.match;
    const auto& winner = match.result.winner;
    Json event = {{"event", "played"},
                  {"game", shown_number(game.number)},
                  {"round", shown_number(game.round)},
                  {"pair", shown_number(game.pair)},
                  {"first", name_of(game.first)},
                  {"second", name_of(game.second)},
                  {"winner", winner ? Json(name_of(*winner == 0 ? game.first : game.second)) : Json(nullptr)},
                  {"ending", protocol::name_of(match.ending)},
                  {"detail", match.detail},
                  {"plies", match.plies},
                  {"moves_hash", hash_text(match.moves_hash)},
                  {"id", played.id}};
    if (match.score) event["score"] = *match.score;
    put(event);
}

void JsonEvents::voided(int game, std::string_view why) {
    put({{"event", "void"}, {"game", shown_number(game)}, {"detail", why}});
}

void JsonEvents::changed(const TournamentHead& head, std::span<const Change> changes) {
    for (const Change& change : changes) {
        Json event = {{"event", "changed"}, {"kind", tournament::name_of(change.kind)}, {"planned", change.planned}};
        if (change.entrant >= 0) event["entrant"] = name_of(change.entrant);
        if (change.by >= 0) event["by"] = name_of(change.by);
        event["text"] = change_text(head, change);
        put(event);
    }
}

void JsonEvents::tick(const Progress& progress, const Account& account) {
    if (progress.running < next_progress_) return;
    next_progress_ = progress.running + between_progress;
    Json event = {{"event", "progress"}};
    add(event, progress);
    if (const auto& goal = account.goal()) {
        event["goal"] = {{"reached", goal->reached}, {"of", goal->of}, {"farthest", goal->farthest}};
    }
    put(event);
    const std::string warning = load_warning(jobs_);
    if (!warning.empty() && warning_.empty()) warned(warning);
    warning_ = warning;
}

void JsonEvents::failed(std::string_view why) {
    if (!stdout_failed() && gate_.is_open()) {
        const Json event = {{"event", "failed"}, {"text", why}};
        print(protocol::escaped_json(protocol::json_text(event)) + "\n");
    }
}

void JsonEvents::warned(std::string_view text) {
    put({{"event", "warning"}, {"text", text}});
}

void JsonEvents::ended(const Progress& progress, const RunEnd& end) {
    Json event = {{"event", "ended"}, {"why", text_of(end.why)}};
    if (end.signal != 0) event["signal"] = end.signal;
    add(event, progress);
    put(event);
}

}  // namespace referee::tournament

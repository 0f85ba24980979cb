#include "referee/tournament/store/store_changes.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/match/moves_hash.hpp"
#include "referee/tournament/store/store_rows.hpp"
#include "referee/tournament/store/store_schema.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

/// Only what the kind of change has.
std::string details_of(const Change& change) {
    Json json = Json::object();
    if (change.entrant >= 0) json["entrant"] = change.entrant;
    if (change.by >= 0) json["by"] = change.by;
    if (change.annulled) json["annulled"] = true;
    if (!change.cancelled.empty()) json["cancelled"] = change.cancelled;
    if (!change.games.empty()) json["games"] = change.games;
    if (change.rounds > 0) json["rounds"] = change.rounds;
    if (change.kind == Change::Kind::left_out)
        json.update({{"name", change.name}, {"reason", change.reason}, {"last_words", change.last_words}});
    if (change.kind == Change::Kind::played) {
        const RunOnMachine& run = change.run;
        json.update({{"games", run.games},
                     {"void_games", run.void_games},
                     {"seconds", run.seconds},
                     {"jobs", run.jobs},
                     {"cores", run.cores},
                     {"mean_load", run.mean_load},
                     {"max_load", run.max_load},
                     {"starved_turns", run.starved_turns},
                     {"pause_us", run.pause.count()}});
        if (!run.void_games_of.empty()) json["void_games_of"] = run.void_games_of;
    }
    return protocol::json_text(json);
}

RunOnMachine run_of(const Json& json) {
    return {.games = json.at("games").get<int>(),
            .void_games = json.at("void_games").get<int>(),
            .void_games_of = json.value("void_games_of", std::map<int, int>()),
            .starved_turns = json.value("starved_turns", 0),
            .seconds = json.at("seconds").get<std::int64_t>(),
            .jobs = json.at("jobs").get<int>(),
            .cores = json.at("cores").get<int>(),
            .mean_load = json.at("mean_load").get<int>(),
            .max_load = json.at("max_load").get<int>(),
            .pause = std::chrono::microseconds(json.value("pause_us", std::int64_t{0}))};
}

/// Throws Json::exception or protocol::JsonError if a detail is not what it should be.
void read_details(std::string_view text, Change& change) {
    const Json json = protocol::parse_json(text);
    if (change.kind == Change::Kind::played) {
        change.run = run_of(json);
        return;
    }
    change.entrant = json.value("entrant", -1);
    change.by = json.value("by", -1);
    change.annulled = json.value("annulled", false);
    change.cancelled = json.value("cancelled", std::vector<int>());
    change.games = json.value("games", std::vector<int>());
    change.rounds = json.value("rounds", 0);
    change.name = json.value("name", "");
    change.reason = json.value("reason", "");
    change.last_words = json.value("last_words", "");
}

/// A log as the file has it.
struct PackedLog {
    std::string_view moves;
    std::optional<std::int64_t> dictionary;
    std::string_view packed;
};

/// Keeps a match and its log beside the tournament.
void add_set_aside(const Database& database, std::int64_t change, const StoredMatch& match, const PackedLog& log) {
    const std::optional<std::int64_t> winner = match.result.winner;
    const std::string hash = hash_text(match.moves_hash);
    const std::string_view ending = protocol::name_of(match.ending);
    RowSum sum;
    sum << change << match.result.number << match.first << match.second << winner << ending << match.detail
        << match.plies << match.started_at << hash << log.moves << log.dictionary << log.packed;
    Statement insert(database,
                     "INSERT INTO set_aside (change, number, first, second, winner, ending, detail, plies, started_at, "
                     "moves_hash, moves, dictionary, packed, crc32) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, change).bind(2, match.result.number).bind(3, match.first).bind(4, match.second).bind(5, winner);
    insert.bind(6, ending).bind(7, match.detail).bind(8, match.plies).bind(9, match.started_at).bind(10, hash);
    insert.bind(11, log.moves).bind(12, log.dictionary).bind_bytes(13, log.packed).bind(14, sum.value()).run();
}

}  // namespace

std::int64_t add_changes(const Database& database, std::span<const Change> changes) {
    for (const Change& change : changes) {
        const std::string details = details_of(change);
        const std::string_view kind = name_of(change.kind);
        Statement(database, "INSERT INTO changes (at, kind, planned, details, crc32) VALUES (?, ?, ?, ?, ?)")
            .bind(1, change.at)
            .bind(2, kind)
            .bind(3, change.planned)
            .bind(4, details)
            .bind(5, (RowSum() << change.at << kind << change.planned << details).value())
            .run();
    }
    return database.number("SELECT coalesce(max(id), 0) FROM changes");
}

std::vector<Change> changes_in(const Database& database) {
    std::vector<Change> changes;
    Statement rows(database, "SELECT at, kind, planned, details, crc32 FROM changes ORDER BY id");
    while (rows.step()) {
        const auto kind = change_kind_of(rows.text(1));
        const auto sum = (RowSum() << rows.text(0) << rows.text(1) << rows.number(2) << rows.text(3)).value();
        if (!kind || rows.number(4) != sum) database.damaged("the journal of changes has been changed");
        Change& change = changes.emplace_back();
        change.kind = *kind;
        change.at = rows.text(0);
        change.planned = rows.count(2);
        try {
            read_details(rows.text(3), change);
        } catch (const protocol::JsonError&) {
            database.damaged("a change in its journal can't be read");
        } catch (const Json::exception&) {
            database.damaged("a change in its journal can't be read");
        }
    }
    return changes;
}

void set_aside(const Database& database, std::int64_t change, int number, std::size_t entrants) {
    const std::string where = " WHERE number = " + std::to_string(number);
    {
        Statement match_row(database, std::string(select_matches) + where);
        if (!match_row.step()) throw std::logic_error("a game that is to be played again has no match");
        const StoredMatch match = match_of(database, match_row, entrants);
        Statement log_row(database, std::string(select_logs) + where);
        if (!log_row.step()) damaged_log(database, number);
        const auto dictionary = log_row.number_or_null(2);
        if (log_row.number(4) != sum_of_log(number, log_row.text(1), dictionary, log_row.bytes(3)))
            damaged_log(database, number);
        add_set_aside(database, change, match, {log_row.text(1), dictionary, log_row.bytes(3)});
    }
    for (const char* table : {"played_on", "packed_logs", "matches"})
        database.execute((std::string("DELETE FROM ") + table + where).c_str());
}

}  // namespace referee::tournament

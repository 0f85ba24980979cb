#include <filesystem>
#include <map>
#include <utility>

#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "tests/simulation/judge.hpp"

namespace simulation {

namespace {

using referee::tournament::Database;
using referee::tournament::Statement;

int whole(const Statement& row, int column) {
    return static_cast<int>(row.number(column));
}

Outcome outcome_of(const Statement& row) {
    Outcome outcome;
    outcome.winner = static_cast<int>(row.number_or_null(1).value_or(-1));
    outcome.ending = row.text(2);
    outcome.hash = row.text(3);
    return outcome;
}

void read_changes(const Database& database, FileFacts& facts) {
    Statement rows(database, "SELECT kind, details FROM changes ORDER BY id");
    while (rows.step()) {
        const std::string kind(rows.text(0));
        const protocol::Json details = protocol::parse_json(rows.text(1));
        if (kind == "left_out")
            facts.left_out.emplace_back(details.at("name").get<std::string>(), details.at("reason").get<std::string>());
        if (kind == "played" || kind == "left_out") continue;
        ++facts.changes;
        for (const auto& game : details.value("cancelled", protocol::Json::array()))
            facts.cancelled.insert(game.get<int>());
        for (const char* key : {"restored", "reinstated"})
            for (const auto& game : details.value(key, protocol::Json::array()))
                facts.cancelled.erase(game.get<int>());
    }
}

}  // namespace

namespace {

/// The bytes of a file and its log.
std::string bytes_with_log(const std::string& db) {
    std::string bytes;
    for (const char* end : {"", "-wal"})
        if (std::filesystem::exists(db + end)) bytes += referee::read_text_file(db + end) + "|";
    return bytes;
}

FileFacts facts_in(const std::string& db) {
    FileFacts facts;
    const Database database(db, Database::Mode::read_only);
    Statement entrants(database, "SELECT name FROM entrants ORDER BY number");
    while (entrants.step())
        facts.names.emplace_back(entrants.text(0));
    Statement games(database, "SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number");
    while (games.step()) {
        Row row{whole(games, 0), whole(games, 1), whole(games, 2),
                whole(games, 3), whole(games, 4), static_cast<std::uint64_t>(games.number(5)),
                std::nullopt};
        if (const auto opening = games.number_or_null(6)) row.opening = static_cast<int>(*opening);
        facts.games.push_back(row);
    }
    Statement matches(database, "SELECT number, winner, ending, moves_hash FROM matches");
    while (matches.step())
        facts.matches[whole(matches, 0)] = outcome_of(matches);
    Statement aside(database, "SELECT number, winner, ending, moves_hash FROM set_aside ORDER BY id");
    while (aside.step())
        facts.set_aside[whole(aside, 0)].push_back(outcome_of(aside));
    read_changes(database, facts);
    Statement list(database, "SELECT value FROM meta WHERE key = 'students'");
    while (list.step())
        for (const auto& student : protocol::parse_json(list.text(0)))
            facts.students.push_back({student.at("name").get<std::string>(), student.value("team", "")});
    Statement hand_ins(database, "SELECT value FROM meta WHERE key = 'hand_ins'");
    while (hand_ins.step()) {
        const protocol::Json record = protocol::parse_json(hand_ins.text(0));
        for (const auto& one : record.at("unowned"))
            facts.unowned.insert(one.at("entry").get<std::string>());
        for (const auto& one : record.at("decisions"))
            facts.decisions[one.at("person").get<std::string>()] = one.at("student").get<std::string>();
        for (const auto& one : record.value("seen", protocol::Json::array()))
            facts.seen.insert(one.at("team").get<std::string>());
    }
    return facts;
}

}  // namespace

/// Many commands change nothing, so the facts of the last bytes are kept.
FileFacts facts_of(const std::string& db) {
    static std::map<std::string, std::pair<std::string, FileFacts>> last;
    std::string bytes = bytes_with_log(db);
    auto& [known, facts] = last[db];
    if (bytes != known) {
        facts = facts_in(db);
        known = std::move(bytes);
    }
    return facts;
}

}  // namespace simulation

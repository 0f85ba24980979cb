#include "referee/arena/tries_table.hpp"

#include <nlohmann/json.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"
#include "referee/tournament/paper/store/log_packer.hpp"

namespace referee::arena {

namespace {

using protocol::Json;
using tournament::Blob;
using tournament::Database;
using tournament::Statement;
using tournament::Transaction;

/// `try_times` has the tries of the last hours, also those that were replaced: they count for the limits.
constexpr const char* tables_of_tries = R"(
CREATE TABLE IF NOT EXISTS tries (
  person INTEGER PRIMARY KEY,
  number INTEGER NOT NULL,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  choice TEXT NOT NULL,
  build_output TEXT NOT NULL,
  check_text TEXT NOT NULL,
  games TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS try_logs (
  person INTEGER NOT NULL, game INTEGER NOT NULL, log BLOB NOT NULL, PRIMARY KEY (person, game)
) STRICT;
CREATE TABLE IF NOT EXISTS try_times (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  holder INTEGER NOT NULL,
  at INTEGER NOT NULL,
  ended_at INTEGER,
  spent_ms INTEGER NOT NULL
) STRICT;
)";

constexpr std::chrono::hours times_are_kept{24};

std::int64_t number_of_time(Time time) {
    return time.time_since_epoch().count();
}

HandIn try_of(const Statement& row) {
    HandIn hand_in;
    hand_in.person = row.count(0);
    hand_in.version = -row.count(1);
    hand_in.file = row.text(2);
    hand_in.sha256 = row.text(3);
    hand_in.bytes = static_cast<std::uint64_t>(row.number(4));
    hand_in.at = Time(std::chrono::milliseconds(row.number(5)));
    hand_in.state = hand_in_state_of(row.text(6)).value_or(HandInState::waiting);
    hand_in.reason = row.text(7);
    hand_in.choice = row.text(8);
    hand_in.build_output = row.text(9);
    hand_in.check = row.text(10);
    return hand_in;
}

}  // namespace

TriesTable::TriesTable(const Database& database) : database_(database) {
    database.execute(tables_of_tries);
}

int TriesTable::add(const HandIn& hand_in, int holder) {
    Transaction transaction(database_);
    Statement(database_, "DELETE FROM try_times WHERE at < ?1")
        .bind(1, number_of_time(hand_in.at - times_are_kept))
        .run();
    Statement(database_, "INSERT INTO try_times (holder, at, spent_ms) VALUES (?1, ?2, 0)")
        .bind(1, std::int64_t{holder})
        .bind(2, number_of_time(hand_in.at))
        .run();
    const std::int64_t number = database_.number("SELECT last_insert_rowid()");
    Statement(database_, "DELETE FROM try_logs WHERE person = ?1").bind(1, std::int64_t{hand_in.person}).run();
    Statement(database_,
              "INSERT OR REPLACE INTO tries VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', '', '', '', '', '[]')")
        .bind(1, std::int64_t{hand_in.person})
        .bind(2, number)
        .bind(3, std::string_view(hand_in.file))
        .bind(4, std::string_view(hand_in.sha256))
        .bind(5, static_cast<std::int64_t>(hand_in.bytes))
        .bind(6, number_of_time(hand_in.at))
        .run();
    transaction.commit();
    return -static_cast<int>(number);
}

bool TriesTable::judge(const HandIn& hand_in, HandInState state, const Verdict& verdict, const PlayedTry& played) {
    Transaction transaction(database_);
    Statement(database_,
              "UPDATE tries SET state = ?3, reason = ?4, choice = ?5, build_output = ?6, check_text = ?7, games = ?8 "
              "WHERE person = ?1 AND number = ?2 AND state = 'waiting'")
        .bind(1, std::int64_t{hand_in.person})
        .bind(2, std::int64_t{-hand_in.version})
        .bind(3, name_of(state))
        .bind(4, std::string_view(verdict.reason))
        .bind(5, std::string_view(verdict.choice))
        .bind(6, std::string_view(verdict.build_output))
        .bind(7, std::string_view(verdict.check))
        .bind(8, protocol::json_text(Json(played.games)))
        .run();
    if (database_.number("SELECT changes()") == 0) return false;
    tournament::LogPacker packer;
    for (std::size_t i = 0; i < played.logs.size(); ++i) {
        if (played.logs[i].empty()) continue;
        Statement(database_, "INSERT INTO try_logs VALUES (?1, ?2, ?3)")
            .bind(1, std::int64_t{hand_in.person})
            .bind(2, static_cast<std::int64_t>(i))
            .bind(3, Blob{packer.pack(played.logs[i])})
            .run();
    }
    transaction.commit();
    return true;
}

void TriesTable::count_time(int version, std::chrono::milliseconds spent, Time at) {
    Statement(database_, "UPDATE try_times SET spent_ms = spent_ms + ?2, ended_at = ?3 WHERE number = ?1")
        .bind(1, std::int64_t{-version})
        .bind(2, std::int64_t{spent.count()})
        .bind(3, number_of_time(at))
        .run();
}

std::optional<Try> TriesTable::of(int person) const {
    Statement row(database_,
                  "SELECT person, number, file, sha256, bytes, at, state, reason, choice, build_output, check_text, "
                  "games FROM tries WHERE person = ?1");
    row.bind(1, std::int64_t{person});
    if (!row.step()) return std::nullopt;
    Try found{try_of(row)};
    try {
        found.games = protocol::parse_json(row.text(11)).get<std::vector<TriedGame>>();
    } catch (const std::exception& error) {
        database_.damaged(error.what());
    }
    return found;
}

std::optional<std::string> TriesTable::log(int person, int game) const {
    Statement row(database_, "SELECT log FROM try_logs WHERE person = ?1 AND game = ?2");
    row.bind(1, std::int64_t{person}).bind(2, std::int64_t{game});
    if (!row.step()) return std::nullopt;
    tournament::LogPacker packer;
    const auto log = packer.unpack(row.bytes(0), std::nullopt);
    if (!log) database_.damaged("the log of a try");
    return std::string(*log);
}

int TriesTable::made_since(int holder, Time since) const {
    Statement row(database_, "SELECT count(*) FROM try_times WHERE holder = ?1 AND at > ?2");
    row.bind(1, std::int64_t{holder}).bind(2, number_of_time(since)).step();
    return row.count(0);
}

std::vector<WorkDone> TriesTable::work_since(int holder, Time since) const {
    Statement rows(database_, "SELECT ended_at, spent_ms FROM try_times WHERE holder = ?1 AND ended_at > ?2");
    rows.bind(1, std::int64_t{holder}).bind(2, number_of_time(since));
    std::vector<WorkDone> work;
    while (rows.step())
        work.push_back({Time(std::chrono::milliseconds(rows.number(0))), std::chrono::milliseconds(rows.number(1))});
    return work;
}

}  // namespace referee::arena

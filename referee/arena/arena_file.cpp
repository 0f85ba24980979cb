#include "referee/arena/arena_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "games/user_error.hpp"
#include "protocol/json_fields.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/sha256.hpp"

namespace referee::arena {

namespace {

using games::UserError;
using protocol::Json;
using tournament::Database;
using tournament::Statement;
using tournament::Transaction;

/// "RfAr"
constexpr std::int64_t application_id = 0x52664172;
constexpr std::int64_t format_version = 1;

/// The most cookies of one visitor. The oldest one ends if a further device logs in.
constexpr int max_cookies = 50;

constexpr const char* tables = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE people (number INTEGER PRIMARY KEY, student TEXT NOT NULL, withdrawn INTEGER NOT NULL) STRICT;
CREATE TABLE links (person INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE cookies (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  person INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE hand_ins (
  person INTEGER NOT NULL REFERENCES people (number),
  version INTEGER NOT NULL,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  choice TEXT NOT NULL,
  build_output TEXT NOT NULL,
  check_text TEXT NOT NULL,
  may_be_repeated INTEGER NOT NULL,
  judged_at INTEGER,
  spent_ms INTEGER NOT NULL,
  PRIMARY KEY (person, version)
) STRICT;
CREATE TABLE uploads (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE audit (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL) STRICT;
)";

/// Older arenas have no teams.
constexpr const char* table_of_senders =
    "CREATE TABLE IF NOT EXISTS senders (team INTEGER NOT NULL, version INTEGER NOT NULL, person INTEGER NOT NULL, "
    "PRIMARY KEY (team, version)) STRICT";

/// Versions that were chosen to play. `after`: the newest version at that time. Older arenas have none.
constexpr const char* table_of_choices =
    "CREATE TABLE IF NOT EXISTS choices (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, version INTEGER NOT NULL, "
    "after INTEGER NOT NULL, at INTEGER NOT NULL) STRICT; "
    "CREATE INDEX IF NOT EXISTS choices_of ON choices (person, id)";

/// Who has ever opened the own link. Cookies end, and older arenas have only these.
constexpr const char* table_of_entered =
    "CREATE TABLE IF NOT EXISTS entered (person INTEGER PRIMARY KEY) STRICT; "
    "INSERT OR IGNORE INTO entered SELECT DISTINCT person FROM cookies WHERE person >= 0";

constexpr const char* columns_of_hand_in =
    "person, version, file, sha256, bytes, at, state, reason, choice, may_be_repeated, rowid, coalesce(judged_at, 0), "
    "spent_ms";
constexpr int columns_of_texts = 13;  ///< the index of the first column after these

std::int64_t number_of(Time time) {
    return time.time_since_epoch().count();
}

Time time_of(std::int64_t milliseconds) {
    return Time(std::chrono::milliseconds(milliseconds));
}

void write_settings(const Database& database, const ArenaSettings& settings) {
    Statement(database, "INSERT OR REPLACE INTO meta VALUES ('settings', ?1)")
        .bind(1, protocol::json_text(Json(settings)))
        .run();
}

void write_driver(const Database& database, const handins::Driver& driver) {
    Statement(database, "INSERT OR REPLACE INTO meta VALUES ('driver', ?1)")
        .bind(1, protocol::json_text(Json(driver)))
        .run();
}

void write_entry(const Database& database, const AuditEntry& entry) {
    if (entry.what.empty()) return;
    Statement(database, "INSERT INTO audit (at, who, what) VALUES (?1, ?2, ?3)")
        .bind(1, number_of(entry.at))
        .bind(2, std::string_view(entry.who))
        .bind(3, std::string_view(entry.what))
        .run();
}

void write_people(const Database& database, std::int64_t next, const std::vector<handins::Student>& students) {
    Statement insert(database, "INSERT INTO people VALUES (?1, ?2, 0)");
    for (const handins::Student& student : students)
        insert.bind(1, next++).bind(2, protocol::json_text(Json(student))).run();
}

template <class Record>
Record record_of(const Database& database, std::string_view json) {
    try {
        return protocol::parse_json(json).get<Record>();
    } catch (const std::exception& error) {
        database.damaged(error.what());
    }
}

HandIn hand_in_of(const Statement& row) {
    HandIn hand_in;
    hand_in.person = row.count(0);
    hand_in.version = row.count(1);
    hand_in.file = row.text(2);
    hand_in.sha256 = row.text(3);
    hand_in.bytes = static_cast<std::uint64_t>(row.number(4));
    hand_in.at = time_of(row.number(5));
    hand_in.state = hand_in_state_of(row.text(6)).value_or(HandInState::waiting);
    hand_in.reason = row.text(7);
    hand_in.choice = row.text(8);
    hand_in.may_be_repeated = row.number(9) != 0;
    hand_in.order = row.number(10);
    hand_in.judged_at = time_of(row.number(11));
    hand_in.spent = std::chrono::milliseconds(row.number(12));
    return hand_in;
}

void count_upload(const Database& database, int person, Time at) {
    Statement(database, "INSERT INTO uploads (person, at) VALUES (?1, ?2)")
        .bind(1, std::int64_t{person})
        .bind(2, number_of(at))
        .run();
}

}  // namespace

void ArenaFile::create(const std::string& path, const ArenaSettings& settings,
                       const std::vector<handins::Student>& students, const handins::Driver& driver) {
    const Database database(path, Database::Mode::in_memory);
    database.execute(tables);
    database.execute(table_of_senders);
    database.execute(table_of_choices);
    database.execute(table_of_entered);
    database.execute(fmt::format("PRAGMA application_id = {}", application_id).c_str());
    database.execute(fmt::format("PRAGMA user_version = {}", format_version).c_str());
    write_settings(database, settings);
    write_driver(database, driver);
    write_people(database, 0, students);
    FreshFile file(path);
    int error = file.error();
    if (error == 0) error = write_bytes(file.fd(), database.bytes());
    if (error == 0) error = file.take_place(FreshFile::IfThere::fail);
    if (error != 0) throw std::system_error(error, std::generic_category(), "writing '" + path + "'");
}

ArenaFile::ArenaFile(const std::string& path, Access access)
    : database_(path, access == Access::to_write ? Database::Mode::read_write : Database::Mode::read_only) {
    if (database_.number("PRAGMA application_id") != application_id)
        throw UserError(fmt::format("'{}' is not the file of an arena", path));
    if (const auto version = database_.number("PRAGMA user_version"); version != format_version)
        throw UserError(fmt::format("'{}' has format {}; this referee knows format {}", path, version, format_version));
    if (access == Access::to_write && database_.text("PRAGMA journal_mode = WAL") != "wal")
        throw UserError(
            fmt::format("'{}' can't be written here: the file system does not support SQLite's WAL mode", path));
    if (access == Access::to_write) {
        database_.execute(table_of_senders);
        database_.execute(table_of_choices);
        database_.execute(table_of_entered);
    }
    has_choices_ = has_table("choices");
    has_senders_ = has_table("senders");
}

bool ArenaFile::has_table(std::string_view name) const {
    Statement row(database_, "SELECT 1 FROM sqlite_master WHERE name = ?1");
    return row.bind(1, name).step();
}

Snapshot ArenaFile::read() const {
    return {.settings = settings(),
            .people = shared(people()),
            .keys = shared(keys()),
            .entered = shared(entered()),
            .audit = shared(audit()),
            .hand_ins = hand_ins()};
}

ArenaSettings ArenaFile::settings() const {
    return record_of<ArenaSettings>(database_, database_.text("SELECT value FROM meta WHERE key = 'settings'"));
}

void ArenaFile::set(const ArenaSettings& settings, const AuditEntry& entry) {
    Transaction transaction(database_);
    write_settings(database_, settings);
    write_entry(database_, entry);
    transaction.commit();
}

std::optional<handins::Driver> ArenaFile::driver() const {
    Statement row(database_, "SELECT value FROM meta WHERE key = 'driver'");
    return row.step() ? std::optional(record_of<handins::Driver>(database_, row.text(0))) : std::nullopt;
}

void ArenaFile::set(const handins::Driver& driver) {
    write_driver(database_, driver);
}

std::vector<AuditEntry> ArenaFile::audit() const {
    Statement rows(database_, "SELECT at, who, what FROM audit ORDER BY id");
    std::vector<AuditEntry> entries;
    while (rows.step())
        entries.push_back({time_of(rows.number(0)), std::string(rows.text(1)), std::string(rows.text(2))});
    return entries;
}

std::vector<Person> ArenaFile::people() const {
    Statement rows(database_, "SELECT number, student, withdrawn FROM people ORDER BY number");
    std::vector<Person> people;
    while (rows.step())
        people.push_back({rows.count(0), record_of<handins::Student>(database_, rows.text(1)), rows.number(2) != 0});
    set_holders(people);
    return people;
}

void ArenaFile::change_people(const ListNews& news, const std::vector<AuditEntry>& entries) {
    Transaction transaction(database_);
    for (const Person& person : news.moved)
        Statement(database_, "UPDATE people SET student = ?2 WHERE number = ?1")
            .bind(1, std::int64_t{person.number})
            .bind(2, protocol::json_text(Json(person.student)))
            .run();
    write_people(database_, database_.number("SELECT count(*) FROM people"), news.fresh);
    for (const AuditEntry& entry : entries)
        write_entry(database_, entry);
    transaction.commit();
}

void ArenaFile::set_withdrawn(int person, bool withdrawn, const AuditEntry& entry) {
    Transaction transaction(database_);
    Statement(database_, "UPDATE people SET withdrawn = ?2 WHERE number = ?1")
        .bind(1, std::int64_t{person})
        .bind(2, std::int64_t{withdrawn ? 1 : 0})
        .run();
    write_entry(database_, entry);
    transaction.commit();
}

void ArenaFile::set_links(const std::map<int, std::string>& tokens, const AuditEntry& entry) {
    Transaction transaction(database_);
    for (const auto& [person, token] : tokens) {
        Statement(database_, "INSERT OR REPLACE INTO links VALUES (?1, ?2)")
            .bind(1, std::int64_t{person})
            .bind(2, sha256_of(token))
            .run();
        Statement(database_, "DELETE FROM cookies WHERE person = ?1").bind(1, std::int64_t{person}).run();
    }
    write_entry(database_, entry);
    transaction.commit();
}

void ArenaFile::add_cookie(std::string_view cookie, int person, Time at) {
    Transaction transaction(database_);
    Statement(database_, "INSERT INTO cookies (sha256, person, at) VALUES (?1, ?2, ?3)")
        .bind(1, sha256_of(cookie))
        .bind(2, std::int64_t{person})
        .bind(3, number_of(at))
        .run();
    Statement(database_,
              "DELETE FROM cookies WHERE person = ?1 AND id NOT IN "
              "(SELECT id FROM cookies WHERE person = ?1 ORDER BY id DESC LIMIT ?2)")
        .bind(1, std::int64_t{person})
        .bind(2, std::int64_t{max_cookies})
        .run();
    if (person >= 0)
        Statement(database_, "INSERT OR IGNORE INTO entered VALUES (?1)").bind(1, std::int64_t{person}).run();
    transaction.commit();
}

std::set<int> ArenaFile::entered() const {
    Statement rows(database_, "SELECT person FROM entered");
    std::set<int> people;
    while (rows.step())
        people.insert(rows.count(0));
    return people;
}

void ArenaFile::remove_cookie(std::string_view cookie) {
    Statement(database_, "DELETE FROM cookies WHERE sha256 = ?1").bind(1, sha256_of(cookie)).run();
}

Keys ArenaFile::keys() const {
    const auto read = [&](const char* sql) {
        Statement rows(database_, sql);
        std::map<std::string, int> owners;
        while (rows.step())
            owners.emplace(rows.text(0), static_cast<int>(rows.number(1)));
        return owners;
    };
    return {read("SELECT sha256, person FROM links"), read("SELECT sha256, person FROM cookies")};
}

int ArenaFile::add_hand_in(const HandIn& hand_in) {
    Transaction transaction(database_);
    Statement next(database_, "SELECT coalesce(max(version), 0) + 1 FROM hand_ins WHERE person = ?1");
    next.bind(1, std::int64_t{hand_in.person}).step();
    const int version = next.count(0);
    next.reset();
    Statement(database_, "INSERT INTO hand_ins VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', '', '', '', '', 0, NULL, 0)")
        .bind(1, std::int64_t{hand_in.person})
        .bind(2, std::int64_t{version})
        .bind(3, std::string_view(hand_in.file))
        .bind(4, std::string_view(hand_in.sha256))
        .bind(5, static_cast<std::int64_t>(hand_in.bytes))
        .bind(6, number_of(hand_in.at))
        .run();
    if (hand_in.sender >= 0)
        Statement(database_, "INSERT INTO senders VALUES (?1, ?2, ?3)")
            .bind(1, std::int64_t{hand_in.person})
            .bind(2, std::int64_t{version})
            .bind(3, std::int64_t{hand_in.sender})
            .run();
    count_upload(database_, hand_in.person, hand_in.at);
    transaction.commit();
    return version;
}

void ArenaFile::judge(int person, int version, const Verdict& verdict, Time at) {
    Statement(database_,
              "UPDATE hand_ins SET state = ?3, reason = ?4, choice = ?5, build_output = ?6, check_text = ?7, "
              "may_be_repeated = ?8, judged_at = ?9, spent_ms = spent_ms + ?10 WHERE person = ?1 AND version = ?2")
        .bind(1, std::int64_t{person})
        .bind(2, std::int64_t{version})
        .bind(3, name_of(verdict.accepted ? HandInState::accepted : HandInState::refused))
        .bind(4, std::string_view(verdict.reason))
        .bind(5, std::string_view(verdict.choice))
        .bind(6, std::string_view(verdict.build_output))
        .bind(7, std::string_view(verdict.check))
        .bind(8, std::int64_t{verdict.may_be_repeated ? 1 : 0})
        .bind(9, number_of(at))
        .bind(10, std::int64_t{verdict.spent.count()})
        .run();
}

std::optional<HandIn> ArenaFile::hand_in(int person, int version) const {
    Statement row(database_, fmt::format("SELECT {}, build_output, check_text FROM hand_ins WHERE person = ?1 AND "
                                         "version = ?2",
                                         columns_of_hand_in));
    if (!row.bind(1, std::int64_t{person}).bind(2, std::int64_t{version}).step()) return std::nullopt;
    HandIn hand_in = hand_in_of(row);
    hand_in.build_output = row.text(columns_of_texts);
    hand_in.check = row.text(columns_of_texts + 1);
    return hand_in;
}

HeldVersions ArenaFile::hand_ins_of(int person) const {
    HeldVersions held;
    Statement rows(database_,
                   fmt::format("SELECT {} FROM hand_ins WHERE person = ?1 ORDER BY version DESC", columns_of_hand_in));
    rows.bind(1, std::int64_t{person});
    while (rows.step())
        held.versions.push_back(hand_in_of(rows));
    if (held.versions.empty()) return held;
    HandIn newest = hand_in(person, held.versions.front().version).value();
    held.build_output = std::move(newest.build_output);
    held.check = std::move(newest.check);
    if (has_senders_) {
        Statement senders(database_, "SELECT version, person FROM senders WHERE team = ?1");
        senders.bind(1, std::int64_t{person});
        while (senders.step()) {
            const auto sent = std::ranges::find(held.versions, senders.count(0), &HandIn::version);
            if (sent != held.versions.end()) sent->sender = senders.count(1);
        }
    }
    if (has_choices_) {
        Statement choice(database_, "SELECT version, after FROM choices WHERE person = ?1 ORDER BY id DESC LIMIT 1");
        choice.bind(1, std::int64_t{person});
        if (choice.step()) held.choice = {choice.count(0), choice.count(1)};
    }
    return held;
}

HandIns ArenaFile::hand_ins() const {
    HandIns all;
    const auto people = database_.number("SELECT count(*) FROM people");
    for (int person = 0; person < people; ++person)
        all.held.push_back(std::make_shared<const HeldVersions>(hand_ins_of(person)));
    return all;
}

void ArenaFile::choose(int person, int version, int newest, Time at, const AuditEntry& entry) {
    Transaction transaction(database_);
    Statement(database_, "INSERT INTO choices (person, version, after, at) VALUES (?1, ?2, ?3, ?4)")
        .bind(1, std::int64_t{person})
        .bind(2, std::int64_t{version})
        .bind(3, std::int64_t{newest})
        .bind(4, number_of(at))
        .run();
    write_entry(database_, entry);
    transaction.commit();
}

int ArenaFile::choices_since(int person, Time since) const {
    Statement row(database_, "SELECT count(*) FROM choices WHERE person = ?1 AND at > ?2");
    row.bind(1, std::int64_t{person}).bind(2, number_of(since)).step();
    return row.count(0);
}

int ArenaFile::uploads_since(int person, Time since) const {
    Statement row(database_, "SELECT count(*) FROM uploads WHERE person = ?1 AND at > ?2");
    row.bind(1, std::int64_t{person}).bind(2, number_of(since)).step();
    return row.count(0);
}

}  // namespace referee::arena

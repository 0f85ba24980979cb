#include "referee/tournament/paper/store/store_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/trust.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// Identifies the kind of file for file(1) and SQLite: "RfTn".
constexpr std::int64_t application_id = 0x5266546e;
/// The version of the tables. Other versions are refused.
constexpr std::int64_t format_version = 6;

/// A table, or a view.
struct Table {
    std::string_view name;
    std::string_view sql;
    std::string_view type = "table";
};

/// The tables, sorted by name. SQLite keeps their SQL unchanged, so that a file's tables can be compared with it.
constexpr std::array<Table, 12> tables = {{
    {"changes", R"(CREATE TABLE changes (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  planned INTEGER NOT NULL,
  details TEXT NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"dictionaries", R"(CREATE TABLE dictionaries (
  number INTEGER PRIMARY KEY,
  dictionary BLOB NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"entrant_files", R"(CREATE TABLE entrant_files (
  id INTEGER PRIMARY KEY,
  entrant INTEGER NOT NULL REFERENCES entrants (number),
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"entrants", R"(CREATE TABLE entrants (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  command TEXT NOT NULL,
  reuse INTEGER NOT NULL,
  limits TEXT NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"games", R"(CREATE TABLE games (
  number INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  first INTEGER NOT NULL REFERENCES entrants (number),
  second INTEGER NOT NULL REFERENCES entrants (number),
  pair INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  opening INTEGER,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"hosts", R"(CREATE TABLE hosts (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"logs", R"(CREATE VIEW logs AS
SELECT number, json_object(
    'started_at', started_at,
    'game', json_object('seed', seed),
    'players', json_array(json_object('name', (SELECT name FROM entrants WHERE entrants.number = matches.first)),
                          json_object('name', (SELECT name FROM entrants WHERE entrants.number = matches.second))),
    'plies', (SELECT json_group_array(json_object('move', value)) FROM json_each(moves)),
    'result', json_object('winner', winner, 'ending', ending, 'detail', detail)) AS log
FROM matches JOIN packed_logs USING (number) JOIN games USING (number))",
     "view"},
    {"matches", R"(CREATE TABLE matches (
  number INTEGER PRIMARY KEY REFERENCES games (number),
  first INTEGER NOT NULL REFERENCES entrants (number),
  second INTEGER NOT NULL REFERENCES entrants (number),
  winner INTEGER,
  ending TEXT NOT NULL,
  detail TEXT NOT NULL,
  plies INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  moves_hash TEXT NOT NULL,
  first_longest_us INTEGER,
  second_longest_us INTEGER,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"meta", R"(CREATE TABLE meta (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"packed_logs", R"(CREATE TABLE packed_logs (
  number INTEGER PRIMARY KEY REFERENCES matches (number),
  moves TEXT NOT NULL,
  dictionary INTEGER REFERENCES dictionaries (number),
  packed BLOB NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"played_on", R"(CREATE TABLE played_on (
  number INTEGER PRIMARY KEY REFERENCES matches (number),
  host INTEGER NOT NULL REFERENCES hosts (number),
  speed INTEGER NOT NULL,
  load_percent INTEGER NOT NULL,
  late_us INTEGER NOT NULL,
  took_us INTEGER NOT NULL,
  void_games INTEGER NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
    {"set_aside", R"(CREATE TABLE set_aside (
  id INTEGER PRIMARY KEY,
  change INTEGER NOT NULL REFERENCES changes (id),
  number INTEGER NOT NULL REFERENCES games (number),
  first INTEGER NOT NULL REFERENCES entrants (number),
  second INTEGER NOT NULL REFERENCES entrants (number),
  winner INTEGER,
  ending TEXT NOT NULL,
  detail TEXT NOT NULL,
  plies INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  moves_hash TEXT NOT NULL,
  moves TEXT NOT NULL,
  dictionary INTEGER REFERENCES dictionaries (number),
  packed BLOB NOT NULL,
  crc32 INTEGER NOT NULL
) STRICT)"},
}};

[[noreturn]] void cannot_be_made(const std::string& path, int error) {
    const std::string line = "tournament file '" + path + "' can't be created: " + std::strerror(error);
    if (error == ENOSPC || error == EIO || error == EDQUOT || error == EFBIG) throw std::runtime_error(line);
    throw UserError(line);
}

[[noreturn]] void exists_already(const std::string& path) {
    throw UserError("tournament file '" + path + "' already exists: continue it with --resume, or choose another name");
}

/// A lock on one byte beyond the end of any tournament file, and beyond the bytes that SQLite locks.
struct flock byte_of_writer() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = off_t{1} << 62;
    lock.l_len = 1;
    return lock;
}

void check_tables(const Database& database) {
    Statement rows(database, "SELECT name, type, sql FROM sqlite_schema ORDER BY name");
    for (const Table& table : tables) {
        if (!rows.step() || rows.text(0) != table.name || rows.text(1) != table.type || rows.text(2) != table.sql) {
            database.damaged("the " + std::string(table.type) + " " + std::string(table.name) + " has been changed");
        }
    }
    if (rows.step()) database.damaged("it has an unknown table or view");
}

}  // namespace

void check_can_be_created(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) exists_already(path);
    if (std::filesystem::exists(std::filesystem::symlink_status(path, error))) {
        throw UserError("'" + path + "' already exists and is not a file: choose another name");
    }
    check_companions(path);
    if (const FreshFile fresh(path); fresh.error() != 0) cannot_be_made(path, fresh.error());
}

void create_file(const std::string& path, const std::function<void(const Database&)>& fill) {
    check_can_be_created(path);
    FreshFile fresh(path);
    if (fresh.error() != 0) cannot_be_made(path, fresh.error());
    const Database database(path, Database::Mode::in_memory);
    Transaction transaction(database);
    for (const Table& table : tables)
        database.execute(std::string(table.sql).c_str());
    database.execute(("PRAGMA application_id = " + std::to_string(application_id)).c_str());
    database.execute(("PRAGMA user_version = " + std::to_string(format_version)).c_str());
    fill(database);
    transaction.commit();
    int failed = write_bytes(fresh.fd(), database.bytes());
    if (failed == 0) failed = fresh.take_place(FreshFile::IfThere::fail);
    if (failed == EEXIST) exists_already(path);
    if (failed != 0) cannot_be_made(path, failed);
}

void check_kind(const Database& database) {
    if (!holds_something(database.path()))
        throw UserError("'" + database.path() + "' is an empty file, not a tournament file");
    const auto id = database.number("PRAGMA application_id");
    if (id != application_id) throw UserError("'" + database.path() + "' is a database, but not a tournament file");
    const auto version = database.number("PRAGMA user_version");
    if (version != format_version) {
        throw UserError("tournament file '" + database.path() + "' has format " + std::to_string(version) +
                        "; this referee knows format " + std::to_string(format_version));
    }
    check_tables(database);
}

void check_content(const Database& database) {
    const std::string said = database.text("PRAGMA quick_check(1)");
    if (said != "ok")
        database.damaged(said.substr(said.rfind("***\n") == std::string::npos ? 0 : said.rfind("***\n") + 4));
    if (database.number("SELECT count(*) FROM matches") != database.number("SELECT count(*) FROM packed_logs")) {
        database.damaged("the number of logs and matches differs");
    }
    if (database.number("SELECT count(*) FROM matches WHERE number NOT IN (SELECT number FROM games)") != 0)
        database.damaged("a match has no planned game");
}

void check_is_file(const std::string& path) {
    if (const auto status = status_of(path); status && !S_ISREG(status->st_mode))
        throw UserError("'" + path + "' is not a file");
    if (kind_of_file(path) == FileKind::match_log) {
        throw UserError("'" + path +
                        "' is a match log, not a tournament's file: view it with referee view, or referee replay");
    }
}

/// Resolves links, because SQLite looks for its files beside the target of a link.
void check_companions(const std::string& path) {
    std::error_code error;
    const std::string file =
        std::filesystem::exists(path, error) ? std::filesystem::canonical(path, error).string() : path;
    for (const char* ending : {"-wal", "-shm", "-journal"}) {
        const std::string companion = file + ending;
        check_not_planted(companion, "SQLite's file");
        struct stat status {};
        if (::lstat(companion.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
            throw UserError("SQLite's file '" + companion + "' is not a file: remove it");
    }
}

WriterMark::WriterMark(const std::string& path, bool to_write)
    : path_(path), file_(::open(path.c_str(), (to_write ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)) {
    if (!file_ && to_write)
        throw UserError("tournament file '" + path + "' can't be opened for writing: " + std::strerror(errno));
}

void WriterMark::take() const {
    struct flock lock = byte_of_writer();
    if (::fcntl(file_.get(), F_OFD_SETLK, &lock) == 0) return;
    if (errno == EAGAIN || errno == EACCES)
        throw UserError("tournament file '" + path_ + "' is being written by another process");
    throw std::runtime_error("tournament file '" + path_ + "' can't be locked: " + std::strerror(errno));
}

bool WriterMark::held_by_another_process() const {
    struct flock lock = byte_of_writer();
    return file_ && ::fcntl(file_.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

Database::Mode reading_mode(const std::string& path) {
    const auto folder = std::filesystem::absolute(path).parent_path();
    if (::access(path.c_str(), R_OK) != 0) return Database::Mode::read_only;
    if (::access(path.c_str(), W_OK) == 0 && ::access(folder.c_str(), W_OK) == 0) return Database::Mode::read_only;
    if (::access((path + "-shm").c_str(), R_OK) == 0) return Database::Mode::watching;
    if (holds_something(path + "-wal")) {
        throw UserError("tournament file '" + path +
                        "' was left open by a killed process, and can be read only with write permission: " +
                        "copy it, together with '" + path + "-wal', to a folder of your own");
    }
    return Database::Mode::unchanging;
}

}  // namespace referee::tournament

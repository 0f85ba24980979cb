// The tables of a tournament file, as docs/tournament_file.md describes them, and the sums that guard their rows.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee::tournament {

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

/// Sorted by name. SQLite keeps the text unchanged, so that a file's tables can be compared with it.
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

/// The CRC-32 of a row: of its columns as text with '|' between them; NULL is an empty text. SQLite detects damage to
/// its own structures, but not to the values in them.
class RowSum {
public:
    RowSum& operator<<(std::string_view text);
    RowSum& operator<<(std::integral auto number) { return *this << std::string_view(std::to_string(number)); }
    RowSum& operator<<(const std::optional<std::int64_t>& number) {
        return *this << std::string_view(number ? std::to_string(*number) : "");
    }
    std::int64_t value() const;

private:
    std::string text_;
    bool first_ = true;
};

/// The CRC-32 of zlib.
std::int64_t crc32_of(std::string_view bytes);

}  // namespace referee::tournament

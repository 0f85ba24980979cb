// Converts games and matches to rows of a tournament file, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/tournament/store/sqlite.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

constexpr std::string_view select_games = "SELECT number, round, first, second, pair, seed, opening, crc32 FROM games";
constexpr std::string_view insert_game = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
constexpr std::string_view select_matches =
    "SELECT number, first, second, winner, ending, detail, plies, started_at, moves_hash, first_longest_us, "
    "second_longest_us, crc32 FROM matches";
constexpr std::string_view insert_match = "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

constexpr std::string_view select_logs = "SELECT number, moves, dictionary, packed, crc32 FROM packed_logs";
constexpr std::string_view insert_log = "INSERT INTO packed_logs VALUES (?, ?, ?, ?, ?)";

/// The sum of a row of packed_logs.
std::int64_t sum_of_log(std::int64_t number, std::string_view moves, const std::optional<std::int64_t>& dictionary,
                        std::string_view packed);

/// Throws games::UserError: the log of this match is not what was written.
[[noreturn]] void damaged_log(const Database& database, int number);

/// For the statements above. What is bound lives as long as the match, and the text of its hash.
Statement& bind_game(Statement& insert, const PlannedGame& game);
Statement& bind_match(Statement& insert, const StoredMatch& match, std::string_view moves_hash);

/// The game, or the match, in a row of the statements above. Throws games::UserError if it has been changed.
PlannedGame game_of(const Database& database, const Statement& row, std::size_t entrants);
StoredMatch match_of(const Database& database, const Statement& row, std::size_t entrants);

}  // namespace referee::tournament

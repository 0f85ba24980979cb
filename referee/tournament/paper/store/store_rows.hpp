// Reads and writes the rows of a tournament file: games, matches and logs, entrants, and the journal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/played_game.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// The log of a match as it is stored. It does not own the bytes that it refers to.
struct StoredLog {
    int number = 0;  ///< the number of the match
    std::string_view moves;
    std::optional<int> dictionary;  ///< the number of the dictionary; none: packed without one
    Blob packed;

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        fields_of_log(self, visit);
    }
    static void fields_of_log(auto& self, auto&& visit) {
        visit("moves", self.moves);
        visit("dictionary", self.dictionary);
        visit("packed", self.packed);
    }
};

/// The machine that has played a match, and the number of void attempts.
struct PlayedOnRow {
    int number = 0;
    std::int64_t host = 0;  ///< the number of the machine
    PlayedOn on;            ///< without the properties of the machine
    std::int64_t void_games = 0;

    static void fields(auto& self, auto&& visit) {
        visit("number", self.number);
        visit("host", self.host);
        PlayedOn::fields_of_game(self.on, visit);
        visit("void_games", self.void_games);
    }
};

/// Reports that the log of this match is damaged, see Database::damaged().
[[noreturn]] void damaged_log(const Database& database, int number);

/// The game, or the match, in a row that select_from() selects. `entrants`: the number of entrants. Throws
/// games::UserError if the row has been changed.
PlannedGame game_of(const Database& database, const Statement& row, std::size_t entrants);
StoredMatch match_of(const Database& database, const Statement& row, std::size_t entrants);

/// Adds the entrants from index `from` on. Requires: a transaction is open.
void add_entrants(const Database& database, std::size_t from, std::span<const StoredEntrant> entrants);

/// Reads all entrants. The index of an entrant is its number. Throws games::UserError if an entrant has been damaged,
/// or if there is none.
std::vector<StoredEntrant> entrants_in(const Database& database);

/// Appends changes to the journal, with the hosts of the matches that they set aside. Returns the id of the last
/// change. Requires: a transaction is open; these matches are not set aside yet.
std::int64_t add_changes(const Database& database, std::span<const Change> changes);

/// Reads the journal. Throws games::UserError if it has been damaged.
std::vector<Change> changes_in(const Database& database);

/// Moves the match of a game and its log to the table of matches that were set aside. `change`: the id of the change
/// that caused it. `entrants`: the number of entrants. Requires: a transaction is open. Throws games::UserError if the
/// match has been damaged.
void set_aside(const Database& database, std::int64_t change, int number, std::size_t entrants);

/// Calls `use` with the match of this game that was set aside last, which lacks its longest turns, and its log. The log
/// is valid during the call. Returns the id of the change that set it aside. Throws games::UserError if the file has no
/// such match, or if it has been damaged.
std::int64_t use_set_aside(const Database& database, int number, std::size_t entrants,
                           const std::function<void(const StoredMatch& match, const StoredLog& log)>& use);
/// Removes that match from the table of matches that were set aside. Requires: a transaction is open.
void forget_set_aside(const Database& database, int number);
/// Gives these matches, which this change had set aside, the hosts that the journal has for them. Requires: a
/// transaction is open; the matches are those of their games again.
void put_hosts_back(const Database& database, std::int64_t change, const std::set<int>& numbers);

}  // namespace referee::tournament

// Reads games, matches and their logs from rows of a tournament file.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "referee/tournament/store/sqlite.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The log of a match as the file has it. It does not own what it refers to.
struct StoredLog {
    int number = 0;  ///< of the match
    std::string_view moves;
    std::optional<int> dictionary;  ///< none: packed without one
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

/// Throws games::UserError: the log of this match is not what was written.
[[noreturn]] void damaged_log(const Database& database, int number);

/// The game, or the match, in a row that select_from() selects. Throws games::UserError if it has been changed.
PlannedGame game_of(const Database& database, const Statement& row, std::size_t entrants);
StoredMatch match_of(const Database& database, const Statement& row, std::size_t entrants);

}  // namespace referee::tournament

// The journal of a tournament's file, and the matches that were set aside to be played again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "referee/tournament/schedule/change.hpp"
#include "referee/tournament/store/played_game.hpp"
#include "referee/tournament/store/sqlite.hpp"

namespace referee::tournament {

/// Adds changes at the end of the journal, within a transaction. Returns the id of the last one.
std::int64_t add_changes(const Database& database, std::span<const Change> changes);

/// The journal. Throws games::UserError if it has been damaged.
std::vector<Change> changes_in(const Database& database);

/// A log as the file has it.
struct PackedLog {
    std::string_view moves;
    std::optional<std::int64_t> dictionary;
    std::string_view packed;
};

/// Keeps a match and its log beside the tournament, within a transaction. `change`: why.
void add_set_aside(const Database& database, std::int64_t change, const StoredMatch& match, const PackedLog& log);

}  // namespace referee::tournament

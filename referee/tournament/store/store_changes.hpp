// The journal of a tournament's file, and the matches that were set aside to be played again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/tournament/schedule/change.hpp"
#include "referee/tournament/store/sqlite.hpp"

namespace referee::tournament {

/// Adds changes at the end of the journal, within a transaction. Returns the id of the last one.
std::int64_t add_changes(const Database& database, std::span<const Change> changes);

/// The journal. Throws games::UserError if it has been damaged.
std::vector<Change> changes_in(const Database& database);

/// Keeps the match of a game and its log beside the tournament, so that the game has none any more; within a
/// transaction. `change`: why. `entrants`: their number. Throws games::UserError if the match has been damaged.
void set_aside(const Database& database, std::int64_t change, int number, std::size_t entrants);

}  // namespace referee::tournament

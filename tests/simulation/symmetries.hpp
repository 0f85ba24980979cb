// Laws that need no model: the same tournament seen in another way has the same figures.
#pragma once

#include <string>

#include "tests/simulation/relations.hpp"

namespace simulation {

/// Swaps the sides of all games: nobody's figures change, but for the sides. `whole`: also the intervals.
void check_mirrored(const std::string& db, bool whole);
/// The games of two bots give the same lines as a series and as a tournament. Does nothing for other tournaments.
void check_series(const std::string& db);
/// A file without games, begun with the same command, adds nothing to the tables of t.db. Does nothing if the history
/// has no such command.
void check_joined_with_empty(const History& history, Playback& playback);

/// The same history with other names for all bots. In a folder their order stays the same.
[[nodiscard]] History renamed(const History& history);
/// The result of a renamed history with the old names.
[[nodiscard]] Result with_old_names(Result result, Names names);

}  // namespace simulation

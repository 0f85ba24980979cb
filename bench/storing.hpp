// Stores matches in a tournament's file as fast as possible.
#pragma once

#include "protocol/match_log.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace bench {

/// A match of `plies` plies with frames of the usual size.
protocol::MatchLog usual_match(int plies);

/// Creates a tournament's file with two entrants and `games` planned games.
referee::tournament::Store planned_store(const std::string& path, int games);

/// Stores `count` games from number `from` on, all with this log. Waits for the disk once for every `group` games.
/// Requires: the games are planned.
void store_games(referee::tournament::Store& store, const protocol::MatchLog& log, int from, int count, int group);

}  // namespace bench

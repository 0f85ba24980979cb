// Matches that a tournament's file takes, as fast as it can.
#pragma once

#include "protocol/match_log.hpp"
#include "referee/tournament/store/store.hpp"

namespace bench {

/// A match of so many plies whose frames are of the usual size.
protocol::MatchLog usual_match(int plies);

/// A new tournament's file in which so many games of two entrants are planned.
referee::tournament::Store planned_store(const std::string& path, int games);

/// Stores the games from number `from` on with this log, so many with one wait for the disk. Requires: they are
/// planned.
void store_games(referee::tournament::Store& store, const protocol::MatchLog& log, int from, int count, int group);

}  // namespace bench

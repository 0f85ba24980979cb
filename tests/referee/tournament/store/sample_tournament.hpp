// A small tournament to store, and matches of any number for it.
#pragma once

#include "referee/tournament/store/store.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// Three entrants; the last is one that Python runs, and has two files.
TournamentHead sample_head();

/// A short match that differs with its number; some are forfeits or draws.
protocol::MatchLog sample_match(int number);

/// `count` games of two of the sample's entrants each.
std::vector<PlannedGame> sample_games(int count);

}  // namespace tournament_test

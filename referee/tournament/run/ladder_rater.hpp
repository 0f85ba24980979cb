// The estimate of its entrants' strength from which a ladder chooses the next games.
#pragma once

#include <vector>

#include "referee/tournament/schedule/ladder.hpp"

namespace referee::tournament {

/// The estimates of the model of docs/ratings.md, with two imaginary games added for each entrant, one won and one lost
/// against a bot of average strength. They keep everything finite: a newcomer has 0 with a standard error of about 250
/// Elo. The tables do without them.
std::vector<Estimate> rate_for_ladder(int entrants, const std::vector<PlannedGame>& games,
                                      const FinishedGames& results);

}  // namespace referee::tournament

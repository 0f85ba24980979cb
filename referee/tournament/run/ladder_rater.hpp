// Estimates the strength of a ladder's entrants. The ladder chooses its next games by these estimates.
#pragma once

#include <vector>

#include "referee/tournament/schedule/ladder.hpp"

namespace referee::tournament {

/// The shrunken ratings of docs/ratings.md with their full covariance matrix. A new entrant has the average rating,
/// with a large standard error.
Estimates rate_for_ladder(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results);

}  // namespace referee::tournament

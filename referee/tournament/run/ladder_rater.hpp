// The estimate of its entrants' strength from which a ladder chooses the next games.
#pragma once

#include <vector>

#include "referee/tournament/schedule/ladder.hpp"

namespace referee::tournament {

/// The shrunken ratings of docs/ratings.md with their whole covariance. A newcomer has the average rating, with a wide
/// error.
Estimates rate_for_ladder(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results);

}  // namespace referee::tournament

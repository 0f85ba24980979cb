// Estimates the strength of a ladder's entrants. The ladder chooses its next games by these estimates.
#pragma once

#include <cstddef>
#include <vector>

#include "referee/tournament/paper/schedule/ladder.hpp"

namespace referee::tournament {

/// The time of an estimate grows with the third power of the number of entrants. So of those that have left, only the
/// last ones are in it, as long as there are no more than this number in all.
inline constexpr std::size_t max_rated_in_ladder = 200;

/// The shrunken ratings of docs/ratings.md with their full covariance matrix. A new entrant has the average rating,
/// with a large standard error. An entrant that is not rated (see max_rated_in_ladder) has zeros.
Estimates rate_for_ladder(const Field& field, const std::vector<PlannedGame>& games, const FinishedGames& results);

}  // namespace referee::tournament

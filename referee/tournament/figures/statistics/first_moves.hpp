// The first-move advantage of each entrant.
#pragma once

#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// By how much each entrant is stronger when it moves first than when it moves second, in Elo, by entrant. Their mean
/// is about the advantage of the joint fit. Absent for an entrant without games.
///
/// The difference from that mean is normal with an unknown standard deviation that is half-normal with 100 Elo. It is
/// integrated as the width of the prior on ratings is (shrunken.hpp): few games give a number near the mean with a wide
/// interval. Games count 1 / factor each, with the factor of pairs for the first-move advantage (dispersion.hpp). Of
/// the settings the confidence and the imaginary games matter.
std::vector<FirstMove> first_moves(const Results& results, const RatingSettings& settings = {});

}  // namespace referee::tournament

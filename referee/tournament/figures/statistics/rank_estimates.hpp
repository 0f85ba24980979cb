// The uncertainty of the order: how likely each entrant is the best, and the interval of its rank.
#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"

namespace referee::tournament {

/// The rank of an entrant by true strength among those with which games connect it (Part), counted from 1.
struct RankEstimate {
    std::optional<double> best;  ///< the probability of rank 1
    int lower = 1;               ///< the ends of the 95 % interval; the better rank
    int upper = 1;
};

/// By entrant; nothing for one without a rating. The ranks are those of points of the joint posterior. In each of its
/// parts these come from one fixed Sobol' sequence of eight dimensions, in another fixed order for each eight entrants
/// (A. B. Owen, "Latin supercube sampling for very high-dimensional simulations", ACM TOMACS 8, 1998). So equal results
/// have equal numbers. `best` has an error of about 0.005, above 100 entrants of 0.01. If the likelihood of superiority
/// between two is not given (given_superiority()), the interval of each holds that of the other, and both have no
/// `best`.
std::vector<std::optional<RankEstimate>> rank_estimates(const Ratings& ratings);

}  // namespace referee::tournament

// The covariances of all ratings of one fit.
#pragma once

#include <Eigen/Dense>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// The covariances of the ratings that rate() gives, in Elo squared, by entrant, with the same zeros. By maximum
/// likelihood the diagonal has the squared standard errors of Wald's intervals, with the factors of pairs; each
/// covariance is multiplied by the root of both factors. Under the prior it is that of the posterior. Not a number
/// for an entrant without a rating; the row and the column of an anchor are 0.
Eigen::MatrixXd rating_covariance(const Results& results, const RatingSettings& settings);

}  // namespace referee::tournament

// The covariances of the ratings of one fit.
#pragma once

#include <Eigen/Dense>

#include "referee/tournament/figures/statistics/ratings.hpp"

namespace referee::tournament {

/// The covariances of the posterior of the ratings that rate() gives, in Elo squared, by entrant, with the same zeros.
/// Not a number for an entrant without a rating; the row and the column of an anchor are 0.
Eigen::MatrixXd rating_covariance(const Ratings& ratings);

}  // namespace referee::tournament

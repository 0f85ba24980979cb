// Groups of very different strength among the entrants: the likely ones, and what a prior says of them.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

#include "referee/tournament/figures/statistics/spread.hpp"

namespace referee::tournament {

/// A normal distribution of the ratings.
struct NormalPrior {
    Eigen::VectorXd means;
    Eigen::MatrixXd precision;        ///< the inverse of the covariance matrix
    double log_root_determinant = 0;  ///< the logarithm of the root of the precision's determinant
};

/// The distribution of the ratings that a spread means.
NormalPrior prior_of(const Spread& spread, std::size_t entrants);

/// A division, and the logarithm of its prior probability relative to one group.
struct LikelyDivision {
    Division division;
    double log_prior = 0;
    double width = 0;  ///< the likely width within its groups
};

/// The most likely divisions into two and into three groups for estimated ratings: `count` of each, and those as likely
/// as the last of them. Groups are neighbours in the order of the ratings.
///
/// The prior: each border has the probability (n - 2) / 2n for n entrants, and is anywhere in the order with equal
/// probability. A division has this probability divided by the number of ways to choose as large groups: any of them
/// might have come out in order. Two entrants are never divided: two groups of one would only be a wider prior.
std::vector<LikelyDivision> likely_divisions(const Eigen::VectorXd& ratings, std::size_t count);

}  // namespace referee::tournament

// Nash averaging: weights and ratings for results in which A beats B, B beats C, and C beats A.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// The Nash average of one entrant.
struct NashAverage {
    double weight = 0;  ///< its probability in the equilibrium, from 0 to 1
    double elo = 0;     ///< its expected log-odds against the equilibrium, in Elo; 0 where it has a weight, and never
                        ///< above 0 by more than a hundredth
};

/// The Nash equilibrium of greatest entropy of the game in which two players choose a row each, and the payoff is
/// `odds`: weights that no row beats. Absent if the iteration does not come near enough. Requires: an antisymmetric
/// matrix of finite numbers.
///
/// It minimises sum p ln p + |max(0, odds p)|^2 / (2 e) over the weights p, by Newton's method, for an e that falls
/// towards 0. Its minimum is unique and tends to the equilibrium of greatest entropy.
std::optional<Eigen::VectorXd> equilibrium(const Eigen::MatrixXd& odds);

/// Two entrants without a game that counts against each other, the first such; none if every two have met.
std::optional<Results::Pair> two_that_have_not_met(const Results& results);

/// D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating Evaluation", NeurIPS 2018. The log-odds of two are
/// those of their points, with half a point added to those of each, so that they are finite. By entrant. Absent if some
/// two have no game that counts, or if there is no equilibrium near enough.
std::optional<std::vector<NashAverage>> nash_averages(const Results& results);

}  // namespace referee::tournament

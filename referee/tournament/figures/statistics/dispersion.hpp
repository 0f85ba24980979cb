// The dependence of the two games of a pair: how much more or less their results vary than those of independent games.
#pragma once

#include <Eigen/Dense>

#include "referee/tournament/figures/statistics/likelihood.hpp"
#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// Factors for the variances of a fit. 1 stands for independent games. An opening that favours a side makes a bot's two
/// games differ (below 1); an opening that suits a bot makes them equal (above 1).
///
/// The covariance H^-1 of the fit is replaced by the sandwich H^-1 B H^-1, where B adds up the squared scores of the
/// pairs (K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73,
/// 1986). Each residual is divided by the root of 1 - its leverage (R. M. Bell and D. F. McCaffrey, "Bias reduction in
/// standard errors for linear regression with multi-stage samples", Survey Methodology 28, 2002). The sandwich of few
/// pairs is noise. So a factor is not taken for known: it has an inverse chi-square prior around 1, with the weight of
/// `pairs_of_prior` pairs between equals, and is the mean of its posterior. Without pairs it is 1.
class Dispersion {
public:
    static constexpr double pairs_of_prior = 20;

    /// Every factor is 1.
    Dispersion() = default;
    /// `x`, `covariance`: the posterior's mean and its covariance. The variance of independent games is averaged over
    /// the posterior: at its mean, where ratings are shrunken towards each other, games seem to vary more than they do.
    Dispersion(const Results& results, const Likelihood& model, const Eigen::VectorXd& x,
               const Eigen::MatrixXd& covariance);

    /// The factor of all ratings together.
    double of_ratings() const { return of_ratings_; }
    /// Of the first-move advantage.
    double of_side() const { return of_side_; }
    /// Of ln nu, the draws.
    double of_draws() const { return of_draws_; }

private:
    double of_ratings_ = 1;
    double of_side_ = 1;
    double of_draws_ = 1;
};

}  // namespace referee::tournament

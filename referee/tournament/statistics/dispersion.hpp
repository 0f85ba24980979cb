// The dependence of the two games of a pair: how much more or less their results vary than those of independent games.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <functional>
#include <vector>

#include "referee/tournament/statistics/likelihood.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// Factors for the variances of a fit. 1 stands for independent games. An opening that favours a side makes a bot's two
/// games differ (below 1); an opening that suits a bot makes them equal (above 1).
///
/// The covariance H^-1 of the fit is replaced by the sandwich H^-1 B H^-1, where B adds up the squared scores of the
/// pairs (K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73,
/// 1986). Each residual is divided by the root of 1 - its leverage (R. M. Bell and D. F. McCaffrey, "Bias reduction in
/// standard errors for linear regression with multi-stage samples", Survey Methodology 28, 2002). The sandwich of few
/// pairs is noise: so a rating's factor is drawn towards that of all ratings together, and this one towards 1, each
/// with the weight of `pairs_of_prior` pairs between equals.
class Dispersion {
public:
    static constexpr double pairs_of_prior = 20;

    /// Every factor is 1.
    Dispersion() = default;
    /// `covariance`: of the parameters at their best, `x`. `fitted`: whether the games between two are part of the fit.
    /// Under the prior, x is the posterior's mean, and what independent games would vary by is averaged over the
    /// posterior: at its mean, where ratings are shrunken towards each other, games seem to vary more than they do.
    Dispersion(const Results& results, const Likelihood& model, const Eigen::VectorXd& x,
               const Eigen::MatrixXd& covariance, const std::function<bool(std::size_t, std::size_t)>& fitted,
               RatingMethod method);

    /// The factor of all ratings together.
    double of_ratings() const { return of_ratings_; }
    /// Of the first-move advantage.
    double of_side() const { return of_side_; }
    /// Of ln nu, the draws.
    double of_draws() const { return of_draws_; }
    /// Of one entrant's rating: for the contrast `weights` with this variance.
    double of_rating(std::size_t entrant, const Eigen::VectorXd& weights, double variance) const;
    /// Of the difference of two ratings, with this variance.
    double of_difference(std::size_t a, std::size_t b, double variance) const;

private:
    double drawn(double excess, double variance, double pairs) const;

    double of_ratings_ = 1;
    double of_side_ = 1;
    double of_draws_ = 1;
    std::vector<double> pairs_of_;  // of each entrant, in pairs between equals without draws
    Eigen::MatrixXd excess_;        // the sandwich minus the covariance; empty: there are no pairs
};

}  // namespace referee::tournament

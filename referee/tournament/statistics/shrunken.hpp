// A joint fit that shrinks the ratings towards each other, as far as the games suggest: for pairings that follow
// results.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/statistics/likelihood.hpp"

namespace referee::tournament {

/// The ratings for one width of the prior: normal, by Laplace's approximation. In natural units (400 / ln 10 Elo).
struct ShrunkenPart {
    double width = 0;            ///< the standard deviation of the true ratings
    double weight = 0;           ///< the probability of this width; those of all parts add up to 1
    Eigen::VectorXd means;       ///< the parameters of Likelihood: the ratings, the side, ln nu if there is a draw
    Eigen::MatrixXd covariance;  ///< of the same
};

/// The posterior distribution of the ratings under the prior that the true ratings are normal, with an unknown standard
/// deviation ("width") that is itself half-normal with 400 Elo. The width is integrated over a grid; so the ratings are
/// a mixture of normal distributions. A point estimate of the width would give intervals that are too short. The zero
/// is the mean of all entrants. Everything is finite, and defined for perfect scores and for entrants without games.
///
/// A. Gelman et al., "Bayesian Data Analysis", 3rd ed., 2013, chapter 5 (the hierarchy) and 13.3 (the approximation).
class Shrunken {
public:
    /// `imaginary_games` as in Likelihood. `width`, in natural units: a single one, known beforehand.
    Shrunken(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1,
             std::optional<double> width = std::nullopt);

    /// The posterior of how strong each entrant is when it moves first, and when it moves second. Twice as many
    /// parameters as entrants stand for the ratings, first those of first players. The mean of an entrant's two has the
    /// prior above, with one likely width; their difference is normal with an unknown standard deviation that is
    /// half-normal with 100 Elo.
    static Shrunken of_sides(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1);

    /// The most likely of a few widths, within a factor of 1.6 or so; quick.
    static double likely_width(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1);

    const std::vector<ShrunkenPart>& parts() const { return parts_; }
    double mean_width() const;
    /// The means of the parameters.
    const Eigen::VectorXd& means() const { return means_; }
    /// The covariance of the same, with that between the widths included.
    const Eigen::MatrixXd& covariance() const { return covariance_; }

    /// The value below which `weights . x` lies with this probability; x are the parameters.
    double quantile(const Eigen::VectorXd& weights, double probability) const;
    /// The probability that entrant `a` is stronger than `b`; quick.
    double stronger(std::size_t a, std::size_t b) const;

private:
    Shrunken() = default;
    /// Makes the parts' weights add up to 1, and takes their moments.
    void mix();

    std::vector<ShrunkenPart> parts_;
    Eigen::VectorXd means_;
    Eigen::MatrixXd covariance_;
};

}  // namespace referee::tournament

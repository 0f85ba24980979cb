// The posterior distribution of the ratings: a joint fit that shrinks them towards each other, as far as the games
// suggest.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/figures/statistics/likelihood.hpp"
#include "referee/tournament/figures/statistics/spread.hpp"

namespace referee::tournament {

/// The posterior for one prior: normal, by Laplace's approximation. In natural units (400 / ln 10 Elo).
struct ShrunkenPart {
    Spread spread;
    double weight = 0;           ///< the probability of this prior; those of all parts add up to 1
    Eigen::VectorXd means;       ///< the parameters of Likelihood: the ratings, the side, ln nu if there is a draw
    Eigen::MatrixXd covariance;  ///< of the same
};

/// The distribution of one number: a mixture of normal ones.
class Marginal {
public:
    struct Part {
        double weight, mean, variance;
    };
    /// Requires: the weights add up to 1.
    explicit Marginal(std::vector<Part> parts) : parts_(std::move(parts)) {}

    /// The probability that the number is below this value.
    double below(double value) const;
    /// The value below which it lies with this probability.
    double quantile(double probability) const;
    double median() const { return quantile(0.5); }

private:
    std::vector<Part> parts_;
};

/// The posterior distribution of the ratings under this prior: the true ratings are normal with an unknown standard
/// deviation ("width") that is itself half-normal with 400 Elo; or they are so within two or three groups
/// (divisions.hpp), with an unknown gap between each two neighbours: about 250, 400, ... or 4,194 Elo, with a
/// probability that falls like 1 / gap. A single strong bot is a group, too. Widths, gaps and the likely divisions are
/// summed over a grid, each with its evidence; so the ratings are a mixture of normal distributions. A point estimate
/// of the width would give intervals that are too short. The zero is the mean of all entrants. Everything is finite,
/// and defined for perfect scores and for entrants without games.
///
/// A. Gelman et al., "Bayesian Data Analysis", 3rd ed., 2013, chapters 5 (the hierarchy), 13.3 (the approximation) and
/// 22 (mixtures).
class Shrunken {
public:
    /// `imaginary_games` as in Likelihood.
    Shrunken(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1);

    /// For a prior that is known beforehand.
    static Shrunken of_spread(std::size_t entrants, const std::vector<Cell>& cells, const Spread& spread,
                              double imaginary_games = 1);
    /// The same if all entrants are one group; quick.
    static Shrunken of_one_group(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1);
    /// The posterior of how strong each entrant is when it moves first, and when it moves second. Twice as many
    /// parameters as entrants stand for the ratings, first those of first players. The mean of an entrant's two has the
    /// prior of one group, with one likely width; their difference is normal with an unknown standard deviation that is
    /// half-normal with 100 Elo.
    static Shrunken of_sides(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1);

    /// The most likely of a few widths of one group, within a factor of 1.6 or so; quick.
    static double likely_width(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games = 1);

    /// The same with more entrants, about which nothing is said: their ratings are 0 without a variance. `places`: the
    /// numbers of those so far.
    Shrunken placed(const std::vector<std::size_t>& places, std::size_t entrants) const;

    const std::vector<ShrunkenPart>& parts() const { return parts_; }
    /// The most likely of the priors.
    const Spread& likely_spread() const;
    /// The means of the parameters. Far ends pull: a rating is better estimated by its median.
    const Eigen::VectorXd& means() const { return means_; }
    /// The covariance of the same, with that between the parts included.
    const Eigen::MatrixXd& covariance() const { return covariance_; }

    /// The distribution of `weights . x`; x are the parameters.
    Marginal marginal(const Eigen::VectorXd& weights) const;
    /// The same in Elo, where `weights . x` is a difference of strength. An uncertain scale makes it wider.
    Marginal elo_marginal(const Eigen::VectorXd& weights) const;
    /// The distribution of an entrant's rating above the mean of others, in Elo. It may be among them. Requires:
    /// others.
    Marginal above(std::size_t entrant, const std::vector<std::size_t>& others) const;
    /// The probability that entrant `a` is stronger than `b`.
    double stronger(std::size_t a, std::size_t b) const { return 1 - above(a, {b}).below(0); }
    /// The covariance of the ratings above the mean of all, in Elo.
    Eigen::MatrixXd elo_covariance() const;

private:
    /// Makes the parts' weights add up to 1, and takes their moments.
    Shrunken(Eigen::Index ratings, std::vector<ShrunkenPart> parts);
    /// Of a difference with the side and with ln nu.
    struct Covariances {
        double side = 0, draws = 0;
    };
    /// Whether draws are among the parameters. Without them, no game between equals is drawn.
    bool has_draws() const { return means_.size() > ratings_ + 1; }
    /// Adds the distribution of a difference in Elo under one prior; all of it in natural units.
    void add_part(std::vector<Marginal::Part>& parts, const ShrunkenPart& part, double mean, double variance,
                  const Covariances& with) const;

    Eigen::Index ratings_;  // the first of the parameters
    std::vector<ShrunkenPart> parts_;
    Eigen::VectorXd means_;
    Eigen::MatrixXd covariance_;
};

}  // namespace referee::tournament

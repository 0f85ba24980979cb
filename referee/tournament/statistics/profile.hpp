// The joint fit by maximum likelihood, with intervals and tests of one number: by Wald for many games, by profile
// likelihood for few.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "referee/tournament/statistics/dispersion.hpp"
#include "referee/tournament/statistics/groups.hpp"
#include "referee/tournament/statistics/likelihood.hpp"
#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// One number that the games say something of: `weights . x`, the games it depends on, and its estimate if that is
/// finite.
struct Question {
    std::shared_ptr<const Likelihood> model;
    Eigen::VectorXd weights;
    std::optional<double> estimate;
    Eigen::VectorXd start;    ///< parameters near which to look
    double error = 0;         ///< the estimate's standard error if games are independent
    double dispersion = 1;    ///< the factor of its variance
    bool many_games = false;  ///< so many that Wald's interval is right
};

/// The joint fit of a tournament, as far as it is finite, and questions to it. In natural units.
///
/// A game whose players differ by infinitely much as far as the games tell has likelihood 1 at the maximum, whatever
/// the other parameters are: the fit leaves such games out, and so stays finite and exact.
class Fit {
public:
    /// From so many informative games on, Wald's interval is used; his test of two ratings, whose distribution is less
    /// skew, from half as many of each on.
    static constexpr double many_games = 100;

    Fit(const Results& results, double imaginary_games);

    const Groups& groups() const { return groups_; }
    /// The number of games whose likelihood is not 1 at the maximum.
    double informative_games() const { return informative_games_; }
    /// The information from an entrant's games, in games between equals without draws: a game 400 Elo apart counts a
    /// third.
    double informative_games_of(std::size_t entrant) const { return informative_games_of_[entrant]; }

    /// The rating of an entrant above the mean of others (itself may be among them), all of one connected part.
    Question rating(std::size_t entrant, const std::vector<std::size_t>& others) const;
    /// The first player's advantage.
    Question side() const;
    /// ln nu, the draws; absent without any.
    std::optional<Question> draws() const;

    /// An end of the two-sided interval that leaves out `tail` on each side. If the question has no estimate, the other
    /// end is infinite, and `upper` must be the finite one.
    double bound(Question question, double tail, bool upper) const;
    /// A test of whether two are equally strong: about a standard normal variable if they are, positive if `a` seems
    /// stronger. Requires: one of them reaches the other.
    double distance_between(std::size_t a, std::size_t b) const;

private:
    double distance(Question& question, double value) const;
    double distance_from_zero(Question question, bool upward) const;
    std::optional<double> quick_bound(Question& question, double z, bool upper) const;
    std::vector<Cell> cells(const std::vector<bool>& chained) const;

    std::size_t entrants_;
    std::vector<Cell> cells_;
    Groups groups_;
    double imaginary_games_;
    double informative_games_ = 0;
    double informative_games_of_draws_ = 0;  // in games of which half are drawn
    std::vector<double> informative_games_of_;
    std::shared_ptr<const Likelihood> model_;
    Peak best_;
    Eigen::MatrixXd covariance_;  // at the best
    Dispersion dispersion_;
};

}  // namespace referee::tournament

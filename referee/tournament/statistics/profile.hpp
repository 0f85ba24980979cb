// Intervals and tests of one number for few games, with all other parameters fitted again (profile likelihood).
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/statistics/groups.hpp"
#include "referee/tournament/statistics/likelihood.hpp"
#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// One number that the games say something of: `weights . x`, the games it depends on, and its estimate if that is
/// finite.
struct Question {
    Likelihood model;
    Eigen::VectorXd weights;
    std::optional<double> estimate;
    Eigen::VectorXd start;  // parameters near which to look
};

/// The joint fit of a tournament, as far as it is finite, and questions to it. In natural units.
///
/// A game whose players differ by infinitely much as far as the games tell has likelihood 1 at the maximum, whatever
/// the other parameters are: the fit leaves such games out, and so stays finite and exact.
class Fit {
public:
    Fit(const Results& results, double imaginary_games);

    const Groups& groups() const { return groups_; }
    /// The number of games whose likelihood is not 1 at the maximum.
    double informative_games() const { return informative_games_; }

    /// The rating of an entrant above the mean of others (itself may be among them), all of one connected part.
    Question rating(std::size_t entrant, const std::vector<std::size_t>& others) const;
    /// The first player's advantage.
    Question side() const;

    /// An end of the two-sided interval that leaves out `tail` on each side. If the question has no estimate, the other
    /// end is infinite, and `upper` must be the finite one.
    double bound(Question question, double tail, bool upper) const;
    /// About a standard normal variable if the truth is 0: positive if the estimate is. `upward`: the sign where there
    /// is no estimate.
    double distance_from_zero(Question question, bool upward) const;

private:
    double distance(Question& question, double value) const;
    double error(const Question& question) const;
    std::vector<Cell> cells(const std::vector<bool>& chained) const;

    std::size_t entrants_;
    std::vector<Cell> cells_;
    Groups groups_;
    double imaginary_games_;
    double informative_games_ = 0;
    Likelihood model_;
    Peak best_;
    Eigen::MatrixXd covariance_;  // at the best
};

}  // namespace referee::tournament

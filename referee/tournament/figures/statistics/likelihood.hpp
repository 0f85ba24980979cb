// The model behind the ratings, and its maximum: Bradley-Terry with Davidson's draws and a first-move advantage.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// Games of one first player against one second player. Counts may be fractions.
struct Cell {
    std::size_t first = 0;
    std::size_t second = 0;
    double wins = 0;
    double draws = 0;
    double losses = 0;
};

/// The games of a tournament, each with its weight.
std::vector<Cell> cells_of(const Results& results);

/// The chances of one game, with the derivatives of its log-likelihood by d and by ln nu (see Likelihood).
struct GameChances {
    double win = 0;
    double draw = 0;
    double loss = 0;

    double by_d(Score score) const { return (static_cast<int>(score) - 1 - (win - loss)) / 2; }
    double by_nu(Score score) const { return (score == Score::draw ? 1 : 0) - draw; }
    /// The information, which is minus the second derivatives: by d twice, by both, by ln nu twice.
    double information() const { return win * loss + draw * (win + loss) / 4; }
    /// Minus the third derivatives, by d and by ln nu: the joint third cumulants of half the score and of whether the
    /// game is drawn.
    struct Third {
        double ddd, ddn, dnn, nnn;
    };
    Third third() const {
        const double mean = (win - loss) / 2;
        const auto of = [&](double half_score, double drawn) {
            const double d = half_score - mean, n = drawn - draw;
            return Third{d * d * d, d * d * n, d * n * n, n * n * n};
        };
        const Third won = of(0.5, 0), drew = of(0, 1), lost = of(-0.5, 0);
        const auto expected = [&](double Third::*part) {
            return win * won.*part + draw * drew.*part + loss * lost.*part;
        };
        return {expected(&Third::ddd), expected(&Third::ddn), expected(&Third::dnn), expected(&Third::nnn)};
    }
    double crossed() const { return -draw * (win - loss) / 2; }
    double information_of_nu() const { return draw * (1 - draw); }
};

/// Gauss and Hermite's rule for the mean of a function of a standard normal variable: its values there, with these
/// weights.
inline constexpr std::array<std::pair<double, double>, 3> normal_points = {
    {{-1.7320508075688772, 1 / 6.}, {0, 2 / 3.}, {1.7320508075688772, 1 / 6.}}};

/// The parameters of greatest likelihood, and what is known there.
struct Peak {
    Eigen::VectorXd x;
    double value = 0;            ///< the log-likelihood
    double log_determinant = 0;  ///< of the observed information (minus the second derivatives), up to a constant
};

/// The log-likelihood of games, with d = rating(first) - rating(second) + side in natural units (400 / ln 10 Elo each):
///
///     win : draw : loss  =  exp(d/2) : nu : exp(-d/2)
///
/// R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments", JASA
/// 65, 1970; the side as in R. R. Davidson and R. J. Beaver, "On extending the Bradley-Terry model to incorporate
/// within-pair order effects", Biometrics 33, 1977. The parameters x are the ratings, the side, and ln nu if there is a
/// draw; without any draw nu is 0, which is where its likelihood is greatest. The log-likelihood is concave in x. All
/// but chances() requires a prior: without one, a connected set's mean is unknown.
class Likelihood {
public:
    /// `imaginary_games`: this many games between two equals are added, half of them won by each side. They keep the
    /// side and the draws finite when the first player wins every game, or every game is drawn.
    Likelihood(std::size_t entrants, std::vector<Cell> cells, double imaginary_games);

    /// The same with a normal prior of the ratings: its means, and its precision (the inverse of the covariance). The
    /// logarithm of its density, without the constant, is added to the value. Requires: a number and a row for each
    /// entrant.
    Likelihood under_prior(Eigen::VectorXd means, Eigen::MatrixXd precision) const;

    Eigen::Index size() const { return side() + (drawn_ ? 2 : 1); }
    Eigen::Index side() const { return static_cast<Eigen::Index>(entrants_); }
    /// That of ln nu; absent without draws.
    std::optional<Eigen::Index> draws() const { return drawn_ ? std::optional(side() + 1) : std::nullopt; }

    double value(const Eigen::VectorXd& x) const { return slope(x).value; }
    /// Of a game between two.
    GameChances chances(std::size_t first, std::size_t second, const Eigen::VectorXd& x) const;

    /// The parameters of greatest likelihood, from 0 or from `start`. Newton's method with backtracking, which
    /// converges from anywhere on a concave function that has a maximum.
    Peak maximum() const;
    Peak maximum(Eigen::VectorXd start) const;

    /// The mean of a distribution whose density's logarithm this is, less its mode `x`: to the first order (L. Tierney
    /// and J. B. Kadane, "Accurate approximations for posterior moments and marginal densities", JASA 81, 1986). Far
    /// ends pull: the rating of a perfect score rises. Requires: the covariance at x.
    Eigen::VectorXd mean_from_mode(const Eigen::VectorXd& x, const Eigen::MatrixXd& covariance) const;

    /// The covariances of the parameters: the inverse of the observed information.
    Eigen::MatrixXd covariance(const Eigen::VectorXd& x) const;
    /// The same if x is not known but normal with this mean and covariance: the inverse of the information's average.
    /// It is that of the normal distribution nearest to the posterior (M. Opper and C. Archambeau, "The variational
    /// Gaussian approximation revisited", Neural Computation 21, 2009), by one step from `covariance`.
    Eigen::MatrixXd covariance_on_average(const Eigen::VectorXd& x, const Eigen::MatrixXd& covariance) const;

private:
    struct Slope {
        double value = 0;
        Eigen::VectorXd gradient;
        Eigen::MatrixXd information;  // its lower half
    };
    struct Draws {
        double log_nu, nu;
    };
    struct Information;
    class Sum;
    Draws draws_at(const Eigen::VectorXd& x) const;
    double d(std::size_t first, std::size_t second, const Eigen::VectorXd& x) const;
    Slope slope(const Eigen::VectorXd& x) const;
    double variance_of_d(const Cell& cell, const Eigen::MatrixXd& covariance) const;

    std::size_t entrants_;
    // Shared by the same games under other priors. The last cell is the imaginary one, an entrant against itself.
    std::shared_ptr<const std::vector<Cell>> cells_;
    bool drawn_;
    Eigen::VectorXd prior_means_;
    Eigen::MatrixXd prior_;  // its precision
};

}  // namespace referee::tournament

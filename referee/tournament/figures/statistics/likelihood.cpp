// Davidson's likelihood with its first two derivatives, and Newton's method.
#include "referee/tournament/figures/statistics/likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Cholesky's factor; needs only the lower half.
Eigen::LLT<MatrixXd> factor(MatrixXd information) {
    Eigen::LLT<MatrixXd> factored(information);
    // Far out, where every game is foregone, rounding may leave the information a little below zero.
    for (double extra = 1e-12; factored.info() != Eigen::Success && extra < 1; extra *= 100) {
        information.diagonal().array() += extra;
        factored.compute(information);
    }
    return factored;
}

MatrixXd inverse(MatrixXd information) {
    const Index size = information.rows();
    return factor(std::move(information)).solve(MatrixXd::Identity(size, size));
}

}  // namespace

std::vector<Cell> cells_of(const Results& results) {
    std::vector<Cell> cells;
    for (const auto& [pair, tally] : results.tallies()) {
        const Evidence games = results.evidence(pair);
        if (games.games() > 0) cells.push_back({pair.first, pair.second, games.wins, games.draws, games.losses});
    }
    return cells;
}

Likelihood::Likelihood(std::size_t entrants, std::vector<Cell> cells, double imaginary_games)
    : entrants_(entrants),
      drawn_(std::any_of(cells.begin(), cells.end(), [](const Cell& cell) { return cell.draws > 0; })) {
    cells.push_back({0, 0, imaginary_games / 2, 0, imaginary_games / 2});
    cells_ = std::make_shared<const std::vector<Cell>>(std::move(cells));
}

Likelihood Likelihood::under_prior(VectorXd means, MatrixXd precision) const {
    Likelihood model = *this;
    model.prior_means_ = std::move(means);
    model.prior_ = std::move(precision);
    return model;
}

double Likelihood::d(std::size_t first, std::size_t second, const VectorXd& x) const {
    return x[static_cast<Index>(first)] - x[static_cast<Index>(second)] + x[side()];
}

Likelihood::Draws Likelihood::draws_at(const VectorXd& x) const {
    if (!drawn_) return {-HUGE_VAL, 0};
    return {x[side() + 1], std::exp(x[side() + 1])};
}

namespace {

/// The chances of a game are these, each divided by their sum. The greater one of a win and a loss is 1, so that
/// nothing overflows.
struct Odds {
    double win, draw, loss;

    Odds(double d, double nu) {
        const double root = std::exp(-std::abs(d) / 2), less = root * root;
        win = d > 0 ? 1 : less;
        draw = nu * root;
        loss = d > 0 ? less : 1;
    }
    double sum() const { return win + draw + loss; }
    GameChances chances() const { return {win / sum(), draw / sum(), loss / sum()}; }
};

}  // namespace

GameChances Likelihood::chances(std::size_t first, std::size_t second, const VectorXd& x) const {
    return Odds(d(first, second, x), draws_at(x).nu).chances();
}

/// The information of games, by d twice, by d and ln nu, and by ln nu twice.
struct Likelihood::Information {
    double by_dd = 0, by_dnu = 0, by_nunu = 0;

    void add(const GameChances& chances, double games) {
        by_dd += games * chances.information();
        by_dnu += games * chances.crossed();
        by_nunu += games * chances.information_of_nu();
    }
};

/// A matrix of information, of which the last rows are kept apart: they grow with every cell.
class Likelihood::Sum {
public:
    explicit Sum(const Likelihood& model)
        : side_(model.side()),
          of_ratings_(MatrixXd::Zero(side_, side_)),
          diagonal_(VectorXd::Zero(side_)),
          by_side_(VectorXd::Zero(side_)),
          by_nu_(VectorXd::Zero(side_)) {}

    void add(const Cell& cell, const Information& more) {
        all_.by_dd += more.by_dd;
        all_.by_dnu += more.by_dnu;
        all_.by_nunu += more.by_nunu;
        if (cell.first == cell.second) return;
        const auto first = static_cast<Index>(cell.first), second = static_cast<Index>(cell.second);
        of_ratings_(std::max(first, second), std::min(first, second)) -= more.by_dd;
        diagonal_[first] += more.by_dd;
        diagonal_[second] += more.by_dd;
        by_side_[first] += more.by_dd;
        by_side_[second] -= more.by_dd;
        by_nu_[first] += more.by_dnu;
        by_nu_[second] -= more.by_dnu;
    }

    /// Its lower half.
    MatrixXd matrix(Index size) const {
        MatrixXd matrix(size, size);
        matrix.topLeftCorner(side_, side_) = of_ratings_;
        matrix.diagonal().head(side_) += diagonal_;
        matrix.row(side_).head(side_) = by_side_;
        matrix(side_, side_) = all_.by_dd;
        if (size > side_ + 1) {
            matrix.row(side_ + 1).head(side_) = by_nu_;
            matrix(side_ + 1, side_) = all_.by_dnu;
            matrix(side_ + 1, side_ + 1) = all_.by_nunu;
        }
        return matrix;
    }

private:
    Index side_;
    MatrixXd of_ratings_;
    VectorXd diagonal_, by_side_, by_nu_;
    Information all_;
};

Likelihood::Slope Likelihood::slope(const VectorXd& x) const {
    Slope slope{0, VectorXd::Zero(size()), {}};
    Sum sum(*this);
    const Draws draws = draws_at(x);
    double by_side = 0, by_nu = 0;
    for (const Cell& cell : *cells_) {
        const double d = this->d(cell.first, cell.second, x), half = std::abs(d) / 2;
        const double games = cell.wins + cell.draws + cell.losses;
        const Odds odds(d, draws.nu);
        const GameChances chances = odds.chances();
        slope.value -= 2 * half * (d > 0 ? cell.losses : cell.wins) + games * std::log(odds.sum());
        if (cell.draws > 0) slope.value += cell.draws * (draws.log_nu - half);
        const double by_d = (cell.wins - cell.losses - games * (chances.win - chances.loss)) / 2;
        slope.gradient[static_cast<Index>(cell.first)] += by_d;
        slope.gradient[static_cast<Index>(cell.second)] -= by_d;
        by_side += by_d;
        by_nu += cell.draws - games * chances.draw;
        Information information;
        information.add(chances, games);
        sum.add(cell, information);
    }
    slope.gradient[side()] = by_side;
    if (drawn_) slope.gradient[side() + 1] = by_nu;
    slope.information = sum.matrix(size());
    const VectorXd away = x.head(side()) - prior_means_, pull = prior_ * away;
    slope.value -= away.dot(pull) / 2;
    slope.gradient.head(side()) -= pull;
    slope.information.topLeftCorner(side(), side()) += prior_;
    return slope;
}

Peak Likelihood::maximum(VectorXd x) const {
    constexpr double longest = 10;  // where games are foregone the curve is flat, and Newton's step would be absurd
    Peak peak;
    Slope here = slope(x);
    for (int iteration = 0; iteration < 500; ++iteration) {
        const auto factored = factor(std::move(here.information));
        const VectorXd step = factored.solve(here.gradient);
        const double gain = here.gradient.dot(step);
        peak.value = here.value + gain / 2;
        peak.log_determinant = 2 * factored.matrixLLT().diagonal().array().log().sum();
        double part = std::min(1., longest / step.lpNorm<Eigen::Infinity>());
        if (gain < 1e-7) {
            x += part * step;
            break;
        }
        Slope there = slope(x + part * step);
        // If little is to be gained, Newton's whole step is safe.
        while (gain > 1e-4 && part > 1e-12 && there.value < here.value + 1e-4 * part * gain) {
            part /= 2;
            there = slope(x + part * step);
        }
        x += part * step;
        here = std::move(there);
    }
    peak.x = std::move(x);
    return peak;
}

Peak Likelihood::maximum() const {
    return maximum(VectorXd::Zero(size()));
}

VectorXd Likelihood::mean_from_mode(const VectorXd& x, const MatrixXd& covariance) const {
    VectorXd pull = VectorXd::Zero(size());
    const double nu = draws_at(x).nu;
    for (const Cell& cell : *cells_) {
        const auto i = static_cast<Index>(cell.first), j = static_cast<Index>(cell.second), s = side();
        const double games = cell.wins + cell.draws + cell.losses;
        const GameChances::Third third = Odds(d(cell.first, cell.second, x), nu).chances().third();
        const double by_dd = variance_of_d(cell, covariance);
        double pull_d = third.ddd * by_dd;
        if (drawn_) {
            const Index n = side() + 1;
            const double by_dn = covariance(i, n) - covariance(j, n) + covariance(s, n), by_nn = covariance(n, n);
            pull_d += 2 * third.ddn * by_dn + third.dnn * by_nn;
            pull[n] -= games * (third.ddn * by_dd + 2 * third.dnn * by_dn + third.nnn * by_nn) / 2;
        }
        pull_d *= -games / 2;
        pull[i] += pull_d;
        pull[j] -= pull_d;
        pull[s] += pull_d;
    }
    return covariance * pull;
}

MatrixXd Likelihood::covariance_on_average(const VectorXd& x, const MatrixXd& covariance) const {
    Sum sum(*this);
    const double nu = draws_at(x).nu;
    for (const Cell& cell : *cells_) {
        const double d = this->d(cell.first, cell.second, x), error = std::sqrt(variance_of_d(cell, covariance));
        const double games = cell.wins + cell.draws + cell.losses;
        Information information;
        for (const auto& [z, weight] : normal_points)
            information.add(Odds(d + z * error, nu).chances(), weight * games);
        sum.add(cell, information);
    }
    MatrixXd information = sum.matrix(size());
    information.topLeftCorner(side(), side()) += prior_;
    return inverse(std::move(information));
}

double Likelihood::variance_of_d(const Cell& cell, const MatrixXd& covariance) const {
    const auto i = static_cast<Index>(cell.first), j = static_cast<Index>(cell.second), s = side();
    return covariance(i, i) + covariance(j, j) + covariance(s, s) +
           2 * (covariance(i, s) - covariance(i, j) - covariance(j, s));
}

MatrixXd Likelihood::covariance(const VectorXd& x) const {
    return inverse(slope(x).information);
}

}  // namespace referee::tournament

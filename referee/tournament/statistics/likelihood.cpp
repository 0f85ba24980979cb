// Davidson's likelihood with its first two derivatives, and Newton's method.
#include "referee/tournament/statistics/likelihood.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "referee/tournament/statistics/groups.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Sets of entrants between which there are games.
std::vector<std::vector<std::size_t>> connected_sets(std::size_t entrants, const std::vector<Cell>& cells) {
    std::vector<std::pair<std::size_t, std::size_t>> met;
    for (const Cell& cell : cells)
        met.emplace_back(cell.first, cell.second);
    return connected_parts(entrants, met);
}

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

}  // namespace

std::vector<Cell> cells_of(const Results& results) {
    std::vector<Cell> cells;
    for (const auto& [pair, tally] : results.tallies()) {
        const double weight = results.weight(pair.first, pair.second);
        if (weight == 0) continue;
        cells.push_back({pair.first, pair.second, weight * static_cast<double>(tally.wins),
                         weight * static_cast<double>(tally.draws), weight * static_cast<double>(tally.losses)});
    }
    return cells;
}

VectorXd weights_above(std::size_t entrant, const std::vector<std::size_t>& others, Index parameters) {
    VectorXd weights = VectorXd::Zero(parameters);
    weights[static_cast<Index>(entrant)] += 1;
    for (const std::size_t other : others)
        weights[static_cast<Index>(other)] -= 1 / static_cast<double>(others.size());
    return weights;
}

Likelihood::Likelihood(std::size_t entrants, std::vector<Cell> cells, double imaginary_games)
    : entrants_(entrants),
      cells_(std::move(cells)),
      connected_(connected_sets(entrants, cells_)),
      drawn_(std::any_of(cells_.begin(), cells_.end(), [](const Cell& cell) { return cell.draws > 0; })) {
    cells_.push_back({0, 0, imaginary_games / 2, 0, imaginary_games / 2});
}

Likelihood Likelihood::under_prior(double width) const {
    Likelihood model = *this;
    model.prior_precision_ = 1 / (width * width);
    return model;
}

Likelihood Likelihood::under_prior_of_sides(double width, double spread) const {
    // (u + v)^2 / (4 width^2) + (u - v)^2 / spread^2
    const double by_sum = 1 / (4 * width * width), by_difference = 1 / (spread * spread);
    Likelihood model = *this;
    model.prior_precision_ = by_sum + by_difference;
    model.prior_tie_ = by_sum - by_difference;
    return model;
}

double Likelihood::log_prior(const VectorXd& x) const {
    const Index half = side() / 2;
    return -prior_precision_ * x.head(side()).squaredNorm() / 2 - prior_tie_ * x.head(half).dot(x.segment(half, half));
}

/// What the chances of a game are proportional to. `top` keeps them from overflowing.
struct Likelihood::Odds {
    double d, log_nu, top, win, draw, loss;

    double sum() const { return win + draw + loss; }
    GameChances chances() const { return {win / sum(), draw / sum(), loss / sum()}; }
};

Likelihood::Odds Likelihood::odds(std::size_t first, std::size_t second, const VectorXd& x) const {
    const double log_nu = drawn_ ? x[side() + 1] : -HUGE_VAL;
    const double d = x[static_cast<Index>(first)] - x[static_cast<Index>(second)] + x[side()];
    const double top = std::max(std::abs(d) / 2, log_nu);
    return {d, log_nu, top, std::exp(d / 2 - top), std::exp(log_nu - top), std::exp(-d / 2 - top)};
}

GameChances Likelihood::chances(std::size_t first, std::size_t second, const VectorXd& x) const {
    return odds(first, second, x).chances();
}

double Likelihood::add_cell(const Cell& cell, const VectorXd& x, Slope* slope) const {
    const bool imaginary = cell.first == cell.second;
    const auto first = static_cast<Index>(cell.first);
    const auto second = static_cast<Index>(cell.second);
    const double games = cell.wins + cell.draws + cell.losses;
    const Odds odds = this->odds(cell.first, cell.second, x);
    const double drawn = cell.draws > 0 ? cell.draws * (odds.log_nu - odds.top) : 0;
    const double value = cell.wins * (odds.d / 2 - odds.top) + drawn + cell.losses * (-odds.d / 2 - odds.top) -
                         games * std::log(odds.sum());
    if (!slope) return value;

    const GameChances chances = odds.chances();
    const double by_d = (cell.wins - cell.losses - games * (chances.win - chances.loss)) / 2;
    const double by_dd = games * chances.information();
    const double by_dnu = games * chances.crossed();
    const std::array<std::pair<Index, double>, 3> places = {
        {{first, imaginary ? 0. : 1.}, {second, imaginary ? 0. : -1.}, {side(), 1.}}};
    for (const auto& [row, sign] : places) {
        slope->gradient[row] += sign * by_d;
        for (const auto& [column, other] : places) {
            if (column <= row) slope->information(row, column) += sign * other * by_dd;
        }
        if (drawn_) slope->information(side() + 1, row) += sign * by_dnu;
    }
    if (drawn_) {
        slope->gradient[side() + 1] += cell.draws - games * chances.draw;
        slope->information(side() + 1, side() + 1) += games * chances.information_of_nu();
    }
    return value;
}

double Likelihood::value(const VectorXd& x) const {
    double sum = log_prior(x);
    for (const Cell& cell : cells_) {
        sum += add_cell(cell, x, nullptr);
    }
    return sum;
}

/// To the lower half.
void Likelihood::add_prior(MatrixXd& information) const {
    const Index half = side() / 2;
    information.diagonal().head(side()).array() += prior_precision_;
    if (prior_tie_ != 0) information.block(half, 0, half, half).diagonal().array() += prior_tie_;
}

Likelihood::Slope Likelihood::slope(const VectorXd& x) const {
    Slope slope{0, VectorXd::Zero(size()), MatrixXd::Zero(size(), size())};
    for (const Cell& cell : cells_) {
        slope.value += add_cell(cell, x, &slope);
    }
    if (prior_precision_ > 0) {
        const Index half = side() / 2;
        slope.value += log_prior(x);
        slope.gradient.head(side()) -= prior_precision_ * x.head(side());
        slope.gradient.head(half) -= prior_tie_ * x.segment(half, half);
        slope.gradient.segment(half, half) -= prior_tie_ * x.head(half);
        add_prior(slope.information);
        return slope;
    }
    for (const auto& set : connected_) {
        for (const std::size_t row : set) {
            for (const std::size_t column : set) {
                if (column > row) break;
                slope.information(static_cast<Index>(row), static_cast<Index>(column)) +=
                    1 / static_cast<double>(set.size());
            }
        }
    }
    return slope;
}

Peak Likelihood::climb(VectorXd x, const Contrast* contrast) const {
    constexpr double longest = 10;  // where games are foregone the curve is flat, and Newton's step would be absurd
    Peak peak;
    bool met = !contrast;  // whether x meets the contrast
    for (int iteration = 0; iteration < 500; ++iteration) {
        const Slope here = slope(x);
        const auto factored = factor(here.information);
        VectorXd step = factored.solve(here.gradient);
        if (contrast) {
            const VectorXd toward = factored.solve(contrast->weights);
            peak.variance = contrast->weights.dot(toward);
            step += toward * ((contrast->value - contrast->weights.dot(x + step)) / peak.variance);
            const bool astray = !met && !(step.lpNorm<Eigen::Infinity>() < longest);
            if (astray)
                step = contrast->weights *
                       ((contrast->value - contrast->weights.dot(x)) / contrast->weights.squaredNorm());
        }
        const double gain = here.gradient.dot(step);
        double part = met ? std::min(1., longest / step.lpNorm<Eigen::Infinity>()) : 1;
        // The first step under a contrast only has to meet it. If little is to be gained, Newton's whole step is
        // safe.
        while (met && gain > 1e-4 && part > 1e-12 && value(x + part * step) < here.value + 1e-4 * part * gain) {
            part /= 2;
        }
        x += part * step;
        peak.value = here.value + gain / 2;
        peak.log_determinant = 2 * factored.matrixLLT().diagonal().array().log().sum();
        if (met && gain < 1e-9) break;
        met = true;
    }
    peak.x = std::move(x);
    return peak;
}

Peak Likelihood::maximum() const {
    return climb(VectorXd::Zero(size()), nullptr);
}

Peak Likelihood::maximum(VectorXd start) const {
    return climb(std::move(start), nullptr);
}

Peak Likelihood::maximum(VectorXd start, const Contrast& contrast) const {
    return climb(std::move(start), &contrast);
}

VectorXd Likelihood::mean_from_mode(const VectorXd& x, const MatrixXd& covariance) const {
    VectorXd pull = VectorXd::Zero(size());
    for (const Cell& cell : cells_) {
        const auto i = static_cast<Index>(cell.first), j = static_cast<Index>(cell.second), s = side();
        const double variance = variance_of_d(cell, covariance);
        const double games = cell.wins + cell.draws + cell.losses;
        const double by_d = -games * chances(cell.first, cell.second, x).skewness() * variance / 2;
        pull[i] += by_d;
        pull[j] -= by_d;
        pull[s] += by_d;
    }
    return covariance * pull;
}

MatrixXd Likelihood::covariance_on_average(const VectorXd& x, const MatrixXd& covariance) const {
    Slope sum{0, VectorXd::Zero(size()), MatrixXd::Zero(size(), size())};
    add_prior(sum.information);
    VectorXd at = x;
    for (const Cell& cell : cells_) {
        const double error = std::sqrt(variance_of_d(cell, covariance));
        for (const auto& [z, weight] : normal_points) {
            at[side()] = x[side()] + z * error;
            add_cell({cell.first, cell.second, weight * cell.wins, weight * cell.draws, weight * cell.losses}, at,
                     &sum);
        }
        at[side()] = x[side()];
    }
    return factor(sum.information).solve(MatrixXd::Identity(size(), size()));
}

double Likelihood::variance_of_d(const Cell& cell, const MatrixXd& covariance) const {
    const auto i = static_cast<Index>(cell.first), j = static_cast<Index>(cell.second), s = side();
    return covariance(i, i) + covariance(j, j) + covariance(s, s) +
           2 * (covariance(i, s) - covariance(i, j) - covariance(j, s));
}

MatrixXd Likelihood::covariance(const VectorXd& x) const {
    return factor(slope(x).information).solve(MatrixXd::Identity(size(), size()));
}

}  // namespace referee::tournament

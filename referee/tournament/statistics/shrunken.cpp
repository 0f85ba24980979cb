// One penalised fit for each width of the prior, weighed by Laplace's approximation of its evidence.
#include "referee/tournament/statistics/shrunken.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <functional>
#include <utility>

#include "referee/tournament/schedule/estimates.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr int coarse = 7, fine = 14;        // widths of a grid
constexpr double negligible_weight = 1e-3;  // a width with this share of the greatest weight doesn't count

constexpr int steps_of_covariance = 1;

/// A prior with an unknown width that has a half-normal distribution.
struct Prior {
    std::function<Likelihood(double width)> model;
    std::size_t numbers;               ///< that have this width
    double scale, smallest, greatest;  ///< of the half-normal distribution, and of the grid; Elo
};

Prior prior_of_ratings(const Likelihood& model, std::size_t entrants) {
    return {[&model](double width) { return model.under_prior(width); }, entrants, 400, 10, 1600};
}

/// The fit at one width of the prior.
struct AtWidth {
    double width = 0;
    Peak peak;
    double log_weight = 0;
};

/// Fits at widths that grow by the same factor.
std::vector<AtWidth> scan(const Prior& prior, double low, double high, int widths) {
    std::vector<AtWidth> fits;
    VectorXd start = VectorXd::Zero(prior.model(low).size());
    for (int i = 0; i < widths; ++i) {
        const double width = low * std::pow(high / low, i / (widths - 1.));
        Peak peak = prior.model(width).maximum(start);
        start = peak.x;
        // The last term makes it a density in the logarithm of the width, in which the grid is even.
        const double log_prior = -static_cast<double>(prior.numbers) * std::log(width) -
                                 std::pow(width * elo_per_unit / prior.scale, 2) / 2 + std::log(width);
        const double log_weight = peak.value - peak.log_determinant / 2 + log_prior;
        fits.push_back({width, std::move(peak), log_weight});
    }
    return fits;
}

bool lighter(const AtWidth& a, const AtWidth& b) {
    return a.log_weight < b.log_weight;
}

/// The part of a grid outside of which all widths are negligible.
auto range_that_counts(const std::vector<AtWidth>& fits) {
    const double limit = std::max_element(fits.begin(), fits.end(), lighter)->log_weight + std::log(negligible_weight);
    const auto counts = [&](const AtWidth& fit) { return fit.log_weight > limit; };
    return std::pair(std::find_if(fits.begin(), fits.end(), counts),
                     std::find_if(fits.rbegin(), fits.rend(), counts).base());
}

std::vector<AtWidth> rough_scan(const Prior& prior) {
    return scan(prior, prior.smallest / elo_per_unit, prior.greatest / elo_per_unit, coarse);
}

/// A fine grid over the widths that count on a coarse one.
std::vector<AtWidth> fits_that_count(const Prior& prior) {
    const std::vector<AtWidth> rough = rough_scan(prior);
    const auto [first, end] = range_that_counts(rough);
    const std::vector<AtWidth> fits = scan(prior, (first == rough.begin() ? first : first - 1)->width,
                                           (end == rough.end() ? end - 1 : end)->width, fine);
    const auto [from, to] = range_that_counts(fits);
    const double heaviest = std::max_element(from, to, lighter)->log_weight;
    std::vector<AtWidth> kept(from, to);
    for (AtWidth& fit : kept)
        fit.log_weight -= heaviest;
    return kept;
}

/// Ratings above the mean of all entrants.
ShrunkenPart part_of(const Likelihood& model, const AtWidth& fit) {
    const Index ratings = model.side();
    ShrunkenPart part{fit.width, std::exp(fit.log_weight), fit.peak.x, {}};
    part.covariance = model.covariance(fit.peak.x);
    part.means += model.mean_from_mode(fit.peak.x, part.covariance);
    for (int step = 0; step < steps_of_covariance; ++step)
        part.covariance = model.covariance_on_average(part.means, part.covariance);
    part.means.head(ratings).array() -= part.means.head(ratings).mean();
    auto rows = part.covariance.topRows(ratings);
    rows.rowwise() -= rows.colwise().mean().eval();
    auto columns = part.covariance.leftCols(ratings);
    columns.colwise() -= columns.rowwise().mean().eval();
    return part;
}

double below(double value, double mean, double variance) {
    if (variance <= 0) return value < mean ? 0 : value > mean ? 1 : 0.5;
    return std::erfc((mean - value) / std::sqrt(2 * variance)) / 2;
}

}  // namespace

Shrunken::Shrunken(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games,
                   std::optional<double> width) {
    const Likelihood model(entrants, cells, imaginary_games);
    if (width) {
        const Likelihood under_prior = model.under_prior(*width);
        parts_.push_back(part_of(under_prior, {*width, under_prior.maximum(), 0}));
    } else {
        const Prior prior = prior_of_ratings(model, entrants);
        for (const AtWidth& fit : fits_that_count(prior))
            parts_.push_back(part_of(prior.model(fit.width), fit));
    }
    mix();
}

Shrunken Shrunken::of_sides(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games) {
    std::vector<Cell> of_halves = cells;
    for (Cell& cell : of_halves)
        cell.second += entrants;
    const double width = likely_width(entrants, cells, imaginary_games);
    const Likelihood model(2 * entrants, of_halves, imaginary_games);
    const Prior prior{[&](double spread) { return model.under_prior_of_sides(width, spread); }, entrants, 100, 4, 640};
    Shrunken sides;
    for (const AtWidth& fit : fits_that_count(prior))
        sides.parts_.push_back(part_of(prior.model(fit.width), fit));
    sides.mix();
    return sides;
}

void Shrunken::mix() {
    double sum = 0;
    for (const ShrunkenPart& part : parts_)
        sum += part.weight;
    means_ = VectorXd::Zero(parts_.front().means.size());
    covariance_ = MatrixXd::Zero(means_.size(), means_.size());
    for (ShrunkenPart& part : parts_) {
        part.weight /= sum;
        means_ += part.weight * part.means;
    }
    for (const ShrunkenPart& part : parts_)
        covariance_ += part.weight * (part.covariance + (part.means - means_) * (part.means - means_).transpose());
}

double Shrunken::likely_width(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games) {
    const Likelihood model(entrants, cells, imaginary_games);
    const std::vector<AtWidth> rough = rough_scan(prior_of_ratings(model, entrants));
    return std::max_element(rough.begin(), rough.end(), lighter)->width;
}

double Shrunken::mean_width() const {
    double mean = 0;
    for (const ShrunkenPart& part : parts_)
        mean += part.weight * part.width;
    return mean;
}

double Shrunken::quantile(const VectorXd& weights, double probability) const {
    std::vector<std::pair<double, double>> normals;  // mean and variance
    double low = HUGE_VAL, high = -HUGE_VAL;
    const double z = boost::math::quantile(boost::math::normal(), probability);
    for (const ShrunkenPart& part : parts_) {
        const auto& [mean, variance] =
            normals.emplace_back(weights.dot(part.means), std::max(0., weights.dot(part.covariance * weights)));
        low = std::min(low, mean + z * std::sqrt(variance));
        high = std::max(high, mean + z * std::sqrt(variance));
    }
    const auto excess = [&](double value) {
        double sum = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            sum += parts_[i].weight * below(value, normals[i].first, normals[i].second);
        return sum - probability;
    };
    // The mixture's quantile lies between those of its parts.
    low -= 1e-9;
    high += 1e-9;
    const double at_low = excess(low), at_high = excess(high);
    if (at_low >= 0 || at_high <= 0) return (low + high) / 2;
    std::uintmax_t iterations = 60;
    const auto close = [](double a, double b) { return std::abs(a - b) < 1e-7; };
    const auto [a, b] = boost::math::tools::toms748_solve(excess, low, high, at_low, at_high, close, iterations);
    return (a + b) / 2;
}

double Shrunken::stronger(std::size_t a, std::size_t b) const {
    const auto i = static_cast<Index>(a), j = static_cast<Index>(b);
    double sum = 0;
    for (const auto& [width, weight, means, covariance] : parts_)
        sum += weight * (1 - below(0, means[i] - means[j], covariance(i, i) + covariance(j, j) - 2 * covariance(i, j)));
    return sum;
}

}  // namespace referee::tournament

#include "referee/tournament/figures/statistics/pentanomial.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numbers>

namespace referee::tournament {

namespace {

constexpr double nelo_scale = 800 / std::numbers::ln10;
/// 1 + x g is above 0; beside a pole it may be rounded to less.
constexpr double smallest_divisor = 1e-12;

double share_of_points(std::size_t outcome) {
    return static_cast<double>(outcome) / 4;
}

/// The x for which the sum of n_i g_i / (1 + x g_i) is 0. Requires: some g are below 0, and some above.
double multiplier_of(const Frequencies& counts, const Frequencies& g) {
    const auto sum_at = [&](double x) {
        double sum = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            sum += counts[i] * g[i] / (1 + x * g[i]);
        return sum;
    };
    // The poles lie at the ends of what keeps every p positive; the sum falls from plus to minus infinity between them.
    const auto [least, most] = std::minmax_element(g.begin(), g.end());
    const double lowest = -1 / *most, highest = -1 / *least;
    const double margin = 1e-13 * (highest - lowest);
    std::uintmax_t iterations = 200;
    const auto [a, b] = boost::math::tools::toms748_solve(sum_at, lowest + margin, highest - margin,
                                                          boost::math::tools::eps_tolerance<double>(50), iterations);
    return (a + b) / 2;
}

double divisor(double x, double g) {
    return std::max(1 + x * g, smallest_divisor);
}

/// Of p_i = n_i / (n (1 + x g_i)).
double log_likelihood_at(const Frequencies& counts, const Frequencies& g, double x) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum -= counts[i] * std::log1p(std::max(x * g[i], smallest_divisor - 1));
    return sum;
}

/// The derivatives of (mean - 1/2 - deviations * standard deviation) with respect to the p_i.
Frequencies slopes_of(const PairMoments& moments, double deviations) {
    const double sigma = std::sqrt(moments.variance);
    Frequencies g{};
    for (std::size_t i = 0; i < g.size(); ++i) {
        const double distance = (share_of_points(i) - moments.mean) / sigma;
        g[i] = share_of_points(i) - 0.5 - deviations * sigma * (1 + distance * distance) / 2;
    }
    return g;
}

/// Far from the data the hypothesis may have none; the last fit then stands.
bool has_both_signs(const Frequencies& g) {
    constexpr double clear = 1e-9;
    const auto [least, most] = std::minmax_element(g.begin(), g.end());
    return *least<-clear&& * most> clear;
}

}  // namespace

Frequencies frequencies_of(const PairCounts& pairs) {
    Frequencies counts{};
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = pairs.counts()[i] == 0 ? 1e-3 : static_cast<double>(pairs.counts()[i]);
    return counts;
}

PairMoments moments_of(const Frequencies& counts) {
    PairMoments moments;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        moments.pairs += counts[i];
        moments.mean += counts[i] * share_of_points(i);
    }
    moments.mean /= moments.pairs;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double distance = share_of_points(i) - moments.mean;
        moments.variance += counts[i] * distance * distance / moments.pairs;
    }
    return moments;
}

double expected_score(double elo) {
    return 1 / (1 + std::pow(10, -elo / 400));
}

std::optional<double> elo_of_score(double score) {
    if (!(score > 0 && score < 1)) return std::nullopt;
    return -400 * std::log10(1 / score - 1);
}

double deviations_of_nelo(double nelo) {
    return std::numbers::sqrt2 * nelo / nelo_scale;
}

double nelo_of_deviations(double deviations) {
    return nelo_scale * deviations / std::numbers::sqrt2;
}

double log_likelihood_of_score(const Frequencies& counts, double score) {
    Frequencies g{};
    for (std::size_t i = 0; i < g.size(); ++i)
        g[i] = share_of_points(i) - score;
    return log_likelihood_at(counts, g, multiplier_of(counts, g));
}

double log_likelihood_of_deviations(const Frequencies& counts, double deviations) {
    // The slopes depend on the fitted p, which depend on the slopes: the fixed point is found by iteration.
    constexpr int max_iterations = 50;
    constexpr double close_enough = 1e-12;
    constexpr double min_variance = 1e-9;
    Frequencies g = slopes_of(moments_of({1, 1, 1, 1, 1}), deviations);
    Frequencies before{};
    double x = 0;
    for (int i = 0; i < max_iterations && has_both_signs(g); ++i) {
        x = multiplier_of(counts, g);
        Frequencies fitted{};
        double change = 0;
        for (std::size_t k = 0; k < fitted.size(); ++k) {
            fitted[k] = counts[k] / divisor(x, g[k]);
            change = std::max(change, std::abs(fitted[k] - before[k]));
        }
        const PairMoments moments = moments_of(fitted);
        if (change < close_enough * moments.pairs || !(moments.variance > min_variance)) break;
        before = fitted;
        g = slopes_of(moments, deviations);
    }
    return log_likelihood_at(counts, g, x);
}

}  // namespace referee::tournament

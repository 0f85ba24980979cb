#include "referee/tournament/statistics/pair_summary.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "referee/tournament/statistics/pentanomial.hpp"

namespace referee::tournament {

namespace {

constexpr double nearest_to_certain = 1e-6;

/// The signed root of twice the logarithm of the empirical likelihood ratio: above 0 if the mean is above `score`.
double root_at(const Frequencies& counts, double mean, double score) {
    const double drop = std::max(0.0, -log_likelihood_of_score(counts, score));
    return std::copysign(std::sqrt(2 * drop), mean - score);
}

/// The score between `mean` and `end` at which the root is `wanted`; nothing if it is never so far from 0.
std::optional<double> score_with_root(const Frequencies& counts, double mean, double end, double wanted) {
    if (std::abs(root_at(counts, mean, end)) < std::abs(wanted)) return std::nullopt;
    double near = mean, far = end;
    for (int i = 0; i < 50; ++i) {
        const double middle = (near + far) / 2;
        (std::abs(root_at(counts, mean, middle)) < std::abs(wanted) ? near : far) = middle;
    }
    return (near + far) / 2;
}

std::optional<double> elo_of(const std::optional<double>& score) {
    return score ? elo_of_score(*score) : std::nullopt;
}

}  // namespace

PairSummary summary_of(const PairCounts& pairs) {
    PairSummary summary;
    summary.pairs = pairs.pairs();
    if (summary.pairs == 0) return summary;
    const auto& n = pairs.counts();
    const auto all = static_cast<double>(summary.pairs);
    const auto won = static_cast<double>(n[3] + n[4]), lost = static_cast<double>(n[0] + n[1]);
    summary.score = (static_cast<double>(n[1]) + 2.0 * static_cast<double>(n[2]) + 3.0 * static_cast<double>(n[3]) +
                     4.0 * static_cast<double>(n[4])) /
                    (4 * all);
    summary.drawn_pairs = static_cast<double>(n[2]) / all;
    if (lost > 0) summary.pair_ratio = won / lost;
    summary.elo = elo_of_score(summary.score);
    const Frequencies counts = frequencies_of(pairs);
    const PairMoments moments = moments_of(counts);
    if (std::max({n[0], n[1], n[2], n[3], n[4]}) < summary.pairs)
        summary.nelo = nelo_of_deviations((moments.mean - 0.5) / std::sqrt(moments.variance));
    if (summary.pairs < 2) return summary;
    const boost::math::students_t student(all - 1);
    const double wanted = boost::math::quantile(student, 0.975);
    summary.interval.lower = elo_of(score_with_root(counts, moments.mean, nearest_to_certain, wanted));
    summary.interval.upper = elo_of(score_with_root(counts, moments.mean, 1 - nearest_to_certain, -wanted));
    summary.los = boost::math::cdf(student, root_at(counts, moments.mean, 0.5));
    return summary;
}

}  // namespace referee::tournament

// The squared scores of pairs, beside what they are if games are independent.
#include "referee/tournament/figures/statistics/dispersion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double max_leverage = 0.9;

/// Of the scaled inverse chi-square distribution with the degrees of freedom of the prior and of these pairs, whose
/// mean square is `factor`.
double posterior_mean(double factor, double pairs) {
    return (Dispersion::pairs_of_prior + pairs * factor) / (Dispersion::pairs_of_prior + pairs - 2);
}

/// The squared scores of the pairs between two entrants: by the difference of the two ratings, by the side, and by ln
/// nu.
struct PairsOfTwo {
    Vector3d squared = Vector3d::Zero();   ///< corrected for leverage
    Vector3d expected = Vector3d::Zero();  ///< the same if games are independent
};

/// What one pair's squared scores are if its games are independent.
Vector3d expected_square(const GameChances& one, const GameChances& other) {
    const double information = one.information() + other.information();
    return {information, information, one.information_of_nu() + other.information_of_nu()};
}

/// The same if the difference of the two ratings has this variance: what is known of it without the pair itself.
Vector3d average_square(const Likelihood& model, VectorXd x, std::size_t a, std::size_t b, double variance) {
    const auto square = [&] { return expected_square(model.chances(a, b, x), model.chances(b, a, x)); };
    const double leverage = std::min(max_leverage, square()[0] * variance);
    const double error = std::sqrt(variance / (1 - leverage)), rating = x[static_cast<Index>(a)];
    Vector3d average = Vector3d::Zero();
    for (const auto& [z, weight] : normal_points) {
        x[static_cast<Index>(a)] = rating + z * error;
        average += weight * square();
    }
    return average;
}

/// `variances`: of the difference of the two ratings, and of the side.
PairsOfTwo pairs_of_two(const GameChances& one, const GameChances& other, const Vector3d& expected,
                        const PairTally& tally, const std::array<double, 2>& variances) {
    PairsOfTwo sum;
    const auto correction = [&](double variance) {
        return 1 / std::sqrt(1 - std::min(max_leverage, expected[0] * variance));
    };
    const Vector3d corrections(correction(variances[0]), correction(variances[1]), 1);
    for (const Score of_a : {Score::loss, Score::draw, Score::win}) {
        for (const Score of_b : {Score::loss, Score::draw, Score::win}) {
            const auto pairs =
                static_cast<double>(tally[static_cast<std::size_t>(of_a)][static_cast<std::size_t>(of_b)]);
            const double u = one.by_d(of_a), v = other.by_d(of_b);
            const Vector3d score =
                Vector3d(u - v, u + v, one.by_nu(of_a) + other.by_nu(of_b)).cwiseProduct(corrections);
            sum.squared += pairs * score.cwiseAbs2();
            sum.expected += pairs * expected;
        }
    }
    return sum;
}

}  // namespace

Dispersion::Dispersion(const Results& results, const Likelihood& model, const VectorXd& x, const MatrixXd& covariance) {
    const Index side = model.side();
    Vector3d squared = Vector3d::Zero(), expected = Vector3d::Zero();
    for (const auto& [pair, tally] : results.pairs()) {
        const auto [a, b] = pair;
        const double weight = results.worth(a, b);
        if (weight == 0) continue;
        const auto i = static_cast<Index>(a), j = static_cast<Index>(b);
        const double variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
        const PairsOfTwo pairs =
            pairs_of_two(model.chances(a, b, x), model.chances(b, a, x), average_square(model, x, a, b, variance),
                         tally, {variance, covariance(side, side)});
        squared += weight * pairs.squared;
        expected += weight * pairs.expected;
    }
    if (expected[0] <= 0) return;
    of_ratings_ = posterior_mean(squared[0] / expected[0], 2 * expected[0]);
    of_side_ = posterior_mean(squared[1] / expected[1], 2 * expected[1]);
    if (expected[2] > 0) of_draws_ = posterior_mean(squared[2] / expected[2], 2 * expected[2]);
}

}  // namespace referee::tournament

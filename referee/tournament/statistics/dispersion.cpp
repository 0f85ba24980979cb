// The squared scores of pairs, beside what they are if games are independent.
#include "referee/tournament/statistics/dispersion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace referee::tournament {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double max_leverage = 0.9;

double drawn_to(double prior, double factor, double pairs) {
    return (Dispersion::pairs_of_prior * prior + pairs * factor) / (Dispersion::pairs_of_prior + pairs);
}

/// The pairs between two entrants. Scores are by the difference of the two ratings, by the side, and by ln nu.
struct PairsOfTwo {
    Matrix3d squared = Matrix3d::Zero();   ///< the scores' squares, corrected for leverage
    Matrix3d expected = Matrix3d::Zero();  ///< the same if games are independent
};

/// What one pair's score varies by if its games are independent.
Matrix3d expected_square(const GameChances& one, const GameChances& other) {
    const double by_d = one.information() + other.information(), by_side = one.information() - other.information();
    const double d_nu = one.crossed() - other.crossed(), side_nu = one.crossed() + other.crossed();
    const double by_nu = one.information_of_nu() + other.information_of_nu();
    Matrix3d square;
    square << by_d, by_side, d_nu, by_side, by_d, side_nu, d_nu, side_nu, by_nu;
    return square;
}

/// The same if the difference of the two ratings has this variance: what is known of it without the pair itself.
Matrix3d average_square(const Likelihood& model, VectorXd x, std::size_t a, std::size_t b, double variance) {
    const auto square = [&] { return expected_square(model.chances(a, b, x), model.chances(b, a, x)); };
    const double leverage = std::min(max_leverage, square()(0, 0) * variance);
    const double error = std::sqrt(variance / (1 - leverage)), rating = x[static_cast<Index>(a)];
    Matrix3d average = Matrix3d::Zero();
    for (const auto& [z, weight] : normal_points) {
        x[static_cast<Index>(a)] = rating + z * error;
        average += weight * square();
    }
    return average;
}

/// `variances`: of the difference of the two ratings, and of the side.
PairsOfTwo pairs_of_two(const GameChances& one, const GameChances& other, const Matrix3d& expected,
                        const PairTally& tally, const std::array<double, 2>& variances) {
    PairsOfTwo sum;
    const auto correction = [&](double variance) {
        return 1 / std::sqrt(1 - std::min(max_leverage, expected(0, 0) * variance));
    };
    const Vector3d corrections(correction(variances[0]), correction(variances[1]), 1);
    for (const Score of_a : {Score::loss, Score::draw, Score::win}) {
        for (const Score of_b : {Score::loss, Score::draw, Score::win}) {
            const auto pairs =
                static_cast<double>(tally[static_cast<std::size_t>(of_a)][static_cast<std::size_t>(of_b)]);
            const double u = one.by_d(of_a), v = other.by_d(of_b);
            const Vector3d score =
                Vector3d(u - v, u + v, one.by_nu(of_a) + other.by_nu(of_b)).cwiseProduct(corrections);
            sum.squared += pairs * score * score.transpose();
            sum.expected += pairs * expected;
        }
    }
    return sum;
}

/// Adds a matrix over (difference of a and b, side, ln nu) to one over all parameters.
void add_at(MatrixXd& sum, std::size_t a, std::size_t b, Index side, const Matrix3d& part) {
    const std::array<Index, 4> rows = {static_cast<Index>(a), static_cast<Index>(b), side, side + 1};
    constexpr std::array<Index, 4> kinds = {0, 0, 1, 2};
    constexpr std::array<double, 4> signs = {1, -1, 1, 1};
    const std::size_t count = sum.rows() > side + 1 ? 4 : 3;  // without draws there is no nu
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j)
            sum(rows[i], rows[j]) += signs[i] * signs[j] * part(kinds[i], kinds[j]);
    }
}

}  // namespace

Dispersion::Dispersion(const Results& results, const Likelihood& model, const VectorXd& x, const MatrixXd& covariance,
                       const std::function<bool(std::size_t, std::size_t)>& fitted, RatingMethod method)
    : pairs_of_(results.entrants(), 0) {
    const Index side = model.side();
    MatrixXd excess = MatrixXd::Zero(covariance.rows(), covariance.rows());
    Vector3d squared = Vector3d::Zero(), expected = Vector3d::Zero();
    for (const auto& [pair, tally] : results.pairs()) {
        const auto [a, b] = pair;
        const double weight = results.weight(a, b);
        if (weight == 0 || !fitted(a, b)) continue;
        const auto i = static_cast<Index>(a), j = static_cast<Index>(b);
        const double variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
        const Matrix3d expected_of_one = method == RatingMethod::prior
                                             ? average_square(model, x, a, b, variance)
                                             : expected_square(model.chances(a, b, x), model.chances(b, a, x));
        const PairsOfTwo pairs = pairs_of_two(model.chances(a, b, x), model.chances(b, a, x), expected_of_one, tally,
                                              {variance, covariance(side, side)});
        add_at(excess, a, b, side, weight * (pairs.squared - pairs.expected));
        squared += weight * pairs.squared.diagonal();
        expected += weight * pairs.expected.diagonal();
        // A pair between equals without draws has the information 1/2.
        pairs_of_[a] += 2 * weight * pairs.expected(0, 0);
        pairs_of_[b] += 2 * weight * pairs.expected(0, 0);
    }
    if (expected[0] <= 0) return;
    of_ratings_ = drawn_to(1, squared[0] / expected[0], 2 * expected[0]);
    of_side_ = drawn_to(1, squared[1] / expected[1], 2 * expected[1]);
    if (expected[2] > 0) of_draws_ = drawn_to(1, squared[2] / expected[2], 2 * expected[2]);
    excess_ = covariance * excess * covariance;
}

double Dispersion::of_rating(std::size_t entrant, const VectorXd& weights, double variance) const {
    if (excess_.size() == 0) return 1;
    return drawn(weights.dot(excess_ * weights), variance, pairs_of_[entrant]);
}

double Dispersion::of_difference(std::size_t a, std::size_t b, double variance) const {
    if (excess_.size() == 0) return 1;
    const auto i = static_cast<Index>(a), j = static_cast<Index>(b);
    return drawn(excess_(i, i) + excess_(j, j) - 2 * excess_(i, j), variance, std::min(pairs_of_[a], pairs_of_[b]));
}

double Dispersion::drawn(double excess, double variance, double pairs) const {
    return drawn_to(of_ratings_, std::max(0., 1 + excess / variance), pairs);
}

}  // namespace referee::tournament

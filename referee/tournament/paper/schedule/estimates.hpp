// Estimates of the entrants' strength, and the natural unit of ratings.
#pragma once

#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace referee::tournament {

/// One natural unit in Elo: 173.7. A difference in natural units is the logarithm of the odds; 400 Elo are odds of ten
/// to one.
inline constexpr double elo_per_unit = 400 / std::numbers::ln10;

/// Estimates on the Elo scale, with the covariance of their errors. Entrants are counted from 0.
class Estimates {
public:
    /// `covariance`: a symmetric matrix, row by row, in squared Elo. Requires: it has one row and one column for each
    /// rating.
    Estimates(std::vector<double> ratings, std::vector<double> covariance)
        : ratings_(std::move(ratings)), covariance_(std::move(covariance)) {}

    int size() const { return static_cast<int>(ratings_.size()); }
    /// The rating of `a` minus the rating of `b`.
    double difference(int a, int b) const { return ratings_[at(a)] - ratings_[at(b)]; }
    /// The variance of the error of difference(a, b).
    double variance(int a, int b) const { return covariance(a, a) + covariance(b, b) - 2 * covariance(a, b); }
    /// The probability that the true order of two entrants is the reverse of the estimated order: Phi(-|difference| /
    /// standard error).
    double doubt(int a, int b) const;
    /// The share of the variance of the difference that would remain after one more pair of games: 1 / (1 + v i), where
    /// v is the variance and i the Fisher information of two games without draws in the Bradley-Terry model, 2 (ln 10 /
    /// 400)^2 p (1 - p).
    double share_left(int a, int b) const;
    /// The variance of the error of one rating.
    double variance(int a) const { return covariance(a, a); }
    /// The amount by which one more pair of games between `a` and `b` would reduce the variance of the rating of `a`.
    double narrowing(int a, int b) const;
    /// Changes the covariance as if `a` and `b` had played one more pair of games.
    void suppose_pair(int a, int b);

private:
    static std::size_t at(int entrant) { return static_cast<std::size_t>(entrant); }
    double covariance(int a, int b) const { return covariance_[at(a) * ratings_.size() + at(b)]; }
    double information(int a, int b) const;

    std::vector<double> ratings_;
    std::vector<double> covariance_;
};

}  // namespace referee::tournament

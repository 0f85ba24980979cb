// What is known of the entrants' strength: ratings and how they hang together.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace referee::tournament {

/// Estimates on the Elo scale, with the covariance of their errors. Entrants are counted from 0.
class Estimates {
public:
    /// `covariance`: row by row, in square Elo; symmetric. Requires: as many rows and columns as there are ratings.
    Estimates(std::vector<double> ratings, std::vector<double> covariance)
        : ratings_(std::move(ratings)), covariance_(std::move(covariance)) {}

    int size() const { return static_cast<int>(ratings_.size()); }
    /// The rating of one less that of the other.
    double difference(int a, int b) const { return ratings_[at(a)] - ratings_[at(b)]; }
    /// The variance of the error of that.
    double variance(int a, int b) const { return covariance(a, a) + covariance(b, b) - 2 * covariance(a, b); }
    /// The probability that their order is other than it seems: Phi(-|difference| / standard error).
    double doubt(int a, int b) const;
    /// The share of the variance of their difference that one more pair of games between them would leave: 1 / (1 + v
    /// i), where i is the Fisher information of two games without draws in the Bradley-Terry model, 2 (ln 10 / 400)^2 p
    /// (1 - p).
    double share_left(int a, int b) const;
    /// The variance of the error of one rating.
    double variance(int a) const { return covariance(a, a); }
    /// By how much one more pair of games between two would lessen the variance of the rating of `a`.
    double narrowing(int a, int b) const;
    /// The covariance as if these two had played one more pair of games.
    void suppose_pair(int a, int b);

private:
    static std::size_t at(int entrant) { return static_cast<std::size_t>(entrant); }
    double covariance(int a, int b) const { return covariance_[at(a) * ratings_.size() + at(b)]; }
    double information(int a, int b) const;

    std::vector<double> ratings_;
    std::vector<double> covariance_;
};

}  // namespace referee::tournament

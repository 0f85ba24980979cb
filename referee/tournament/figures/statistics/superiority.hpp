// The likelihood that one entrant is stronger than another, for every pair.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/tournament/figures/statistics/groups.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// A square matrix of numbers from 0 to 1; two that mirror each other add up to 1.
class Superiority {
public:
    explicit Superiority(std::size_t entrants) : entrants_(entrants), values_(entrants * entrants, 0.5) {}

    /// The likelihood that `a` is stronger than `b`; 0.5 if the games do not tell, and for an entrant and itself.
    double operator()(std::size_t a, std::size_t b) const { return values_[a * entrants_ + b]; }
    std::size_t entrants() const { return entrants_; }
    void set(std::size_t a, std::size_t b, double value);

private:
    std::size_t entrants_;
    std::vector<double> values_;
};

/// The likelihood that `a` is stronger than `b`: the posterior probability. It agrees with the ratings and their
/// intervals, since games against others, the side and the draws count. 0.5 if no games connect the two.
double likelihood_of_superiority(const Posterior& posterior, const Groups& groups, std::size_t a, std::size_t b);
/// The same of every two. `posterior` is that of these results; null without games.
Superiority superiority(const Results& results, const Posterior* posterior);

/// Whether both have a rating, and games connect them.
bool can_compare(const Ratings& ratings, std::size_t a, std::size_t b);

/// A likelihood of superiority is given only if it changes by at most this much without the games that a machine which
/// was too busy has decided.
inline constexpr double max_change_of_los = 0.05;

/// The likelihood that `a` is stronger than `b`, if it is given: not if they have met, but only in games that count
/// nothing for ratings, nor if games that a busy machine has decided change it by more than max_change_of_los.
/// Requires: can_compare(a, b).
std::optional<double> given_superiority(const Ratings& ratings, std::size_t a, std::size_t b);

}  // namespace referee::tournament

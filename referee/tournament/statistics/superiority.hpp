// The likelihood that one entrant is stronger than another, for every pair.
#pragma once

#include <cstddef>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/results.hpp"

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

/// By maximum likelihood it is Phi of the distance between two ratings: of Wald's, difference / standard error, as
/// BayesElo prints it, where both have many games; elsewhere of r*, the corrected signed root of the likelihood ratio
/// of the joint fit against the same fit with both ratings equal (profile.hpp). It is defined for perfect scores as
/// well: n wins in n games are 1 - 1/2^(n+1). Under the prior it is the posterior probability. Either way it agrees
/// with the ratings and their intervals: games against others, the side and the draws count. Of the settings the method
/// and the imaginary games matter.
Superiority superiority(const Results& results, const RatingSettings& settings = {});

}  // namespace referee::tournament

// What the pairs of games of two bots say of their difference, in the numbers that testers use.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/tournament/statistics/pair_course.hpp"
#include "referee/tournament/statistics/ratings.hpp"

namespace referee::tournament {

/// As the first bot sees it. Numbers that do not exist, or would be infinite, are absent.
struct PairSummary {
    std::uint64_t pairs = 0;
    double score = 0.5;                ///< the share of points
    std::optional<double> elo;         ///< logistic, of the score
    Interval interval;                 ///< 95 %, of the Elo; from two pairs on
    std::optional<double> los;         ///< the likelihood that it is stronger, from 0 to 1; from two pairs on
    double drawn_pairs = 0;            ///< the share of pairs that gave one point each
    std::optional<double> pair_ratio;  ///< pairs with more than a point to those with less; none without the latter
    std::optional<double> nelo;        ///< normalised Elo; see pentanomial.hpp
};

/// The interval holds the scores that the empirical likelihood ratio does not exclude (A. B. Owen, "Empirical
/// likelihood ratio confidence intervals for a single functional", Biometrika 75, 1988), with Student's t in place of
/// the normal distribution, as Owen advises for few observations; the likelihood of superiority comes of the same
/// ratio, so that it is above 97.5 % exactly if the interval is above 0. Pairs are the observations: the influence of
/// openings and sides does no harm.
PairSummary summary_of(const PairCounts& pairs);

}  // namespace referee::tournament

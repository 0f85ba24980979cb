// A test of whether one number for each entrant explains the results.
#pragma once

#include <cstddef>
#include <optional>

#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// Two entrants whose games are the farthest from what their ratings say.
struct Surprise {
    std::size_t a = 0;  ///< who got more points than expected
    std::size_t b = 0;
    double points = 0;    ///< of `a`
    double expected = 0;  ///< of `a`
    std::uint64_t games = 0;
};

/// The test's result, and the greatest surprise.
struct FitQuality {
    double p = 1;  ///< the probability of such differences, or of greater ones, if the ratings explain all
    Surprise surprise;
};

/// Pearson's chi-square test over all pairs of entrants: the squared difference of observed and expected points,
/// divided by its variance. Pairs whose results are foregone are added up until their variance is large enough. With
/// few games a pair the sum has more spread than the table's distribution. So it is compared with a gamma distribution
/// of the sum's exact mean and variance under the model, less the fitted parameters. The variance takes into account
/// how the games of a pair depend on each other within a pair of entrants. Absent if there are not more terms than
/// parameters, or fewer than ten with fewer than ten games each. `posterior` is that of these results; null without
/// games.
std::optional<FitQuality> fit_quality(const Results& results, const Posterior* posterior);

}  // namespace referee::tournament

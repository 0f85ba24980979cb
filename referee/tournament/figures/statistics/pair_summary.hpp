// The pairs of games of two bots, in the numbers that testers use.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/tournament/figures/statistics/pair_course.hpp"

namespace referee::tournament {

/// As the first bot sees it. Numbers that do not exist, or would be infinite, are absent.
struct PairSummary {
    std::uint64_t pairs = 0;
    double score = 0.5;                ///< the share of points
    double drawn_pairs = 0;            ///< the share of pairs that gave one point each
    std::optional<double> pair_ratio;  ///< pairs with more than a point to those with less; none without the latter
    std::optional<double> nelo;        ///< normalised Elo; see pentanomial.hpp
};

PairSummary summary_of(const PairCounts& pairs);

}  // namespace referee::tournament

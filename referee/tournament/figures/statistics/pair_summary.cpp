#include "referee/tournament/figures/statistics/pair_summary.hpp"

#include <algorithm>
#include <cmath>

#include "referee/tournament/figures/statistics/pentanomial.hpp"

namespace referee::tournament {

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
    Frequencies counts{};  // as they are: outcomes that never happened count only in a test
    std::ranges::transform(n, counts.begin(), [](std::uint64_t count) { return static_cast<double>(count); });
    const PairMoments moments = moments_of(counts);
    if (std::max({n[0], n[1], n[2], n[3], n[4]}) < summary.pairs)
        summary.nelo = nelo_of_deviations((moments.mean - 0.5) / std::sqrt(moments.variance));
    return summary;
}

}  // namespace referee::tournament

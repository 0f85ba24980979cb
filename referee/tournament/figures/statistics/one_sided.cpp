#include "referee/tournament/figures/statistics/one_sided.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cstddef>
#include <numeric>

namespace referee::tournament {

double sign_test(std::uint64_t wins, std::uint64_t losses) {
    if (wins == losses) return 1;
    const boost::math::binomial_distribution<> fair(static_cast<double>(wins + losses), 0.5);
    return std::min(1., 2 * cdf(fair, static_cast<double>(std::min(wins, losses))));
}

std::vector<bool> rejected_by_holm(const std::vector<double>& p, double level) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
    std::vector<bool> rejected(p.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        if (p[order[rank]] > level / static_cast<double>(p.size() - rank)) break;
        rejected[order[rank]] = true;
    }
    return rejected;
}

}  // namespace referee::tournament

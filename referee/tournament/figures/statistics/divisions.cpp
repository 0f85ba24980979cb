#include "referee/tournament/figures/statistics/divisions.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "referee/tournament/paper/schedule/estimates.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr std::size_t max_borders = 2;
/// Estimates within a group are never nearer to each other than chance would have them.
constexpr double min_width = 50 / elo_per_unit;

/// There is no border between entrants with equal estimates; the last digits are chance.
constexpr double min_gap = 0.01 / elo_per_unit;

/// The places in an order at which a group begins, without the first one.
using Borders = std::vector<std::size_t>;

/// Calls `visit(begin, end)` with each group's range of places.
void visit_groups(const Borders& borders, std::size_t entrants, const auto& visit) {
    std::size_t begin = 0;
    for (const std::size_t end : borders) {
        visit(begin, end);
        begin = end;
    }
    visit(begin, entrants);
}

/// std::lgamma() writes a variable that all threads share, Boost's does not.
double log_prior_of(const Borders& borders, std::size_t entrants) {
    double log_ways = boost::math::lgamma(static_cast<double>(entrants) + 1);
    visit_groups(borders, entrants, [&](std::size_t begin, std::size_t end) {
        log_ways -= boost::math::lgamma(static_cast<double>(end - begin) + 1);
    });
    const auto n = static_cast<double>(entrants), count = static_cast<double>(borders.size());
    // There are n - 1 places, of which any may be chosen.
    const double log_places = boost::math::lgamma(n) - boost::math::lgamma(count + 1) - boost::math::lgamma(n - count);
    return count * std::log((n - 2) / n / 2) - log_places - log_ways;
}

double width_within(const VectorXd& sorted, const Borders& borders) {
    double squares = 0;
    visit_groups(borders, static_cast<std::size_t>(sorted.size()), [&](std::size_t begin, std::size_t end) {
        const auto group = sorted.segment(static_cast<Index>(begin), static_cast<Index>(end - begin));
        squares += (group.array() - group.mean()).square().sum();
    });
    return std::hypot(std::sqrt(squares / static_cast<double>(sorted.size())), min_width);
}

struct Candidate {
    double promise;  ///< grows with the probability
    Borders borders;
    double width;
};

/// Promises that differ by less are equal, for instance of a division and its mirror image; the last digits are chance.
constexpr double same_promise = 1e-6;

/// The best ways to add a border to one of these: `count` of them, and those that are as good as the last one, because
/// chance would choose among them.
std::vector<Candidate> with_one_more(const std::vector<Candidate>& before, const VectorXd& sorted, std::size_t count) {
    const auto entrants = static_cast<std::size_t>(sorted.size());
    std::vector<Candidate> found;
    std::set<Borders> seen;
    for (const Candidate& old : before) {
        for (std::size_t place = 1; place < entrants; ++place) {
            const auto at_place = static_cast<Index>(place);
            if (sorted[at_place] - sorted[at_place - 1] < min_gap) continue;
            Borders borders = old.borders;
            const auto at = std::ranges::lower_bound(borders, place);
            if (at != borders.end() && *at == place) continue;
            borders.insert(at, place);
            if (!seen.insert(borders).second) continue;
            const double width = width_within(sorted, borders);
            const double promise = log_prior_of(borders, entrants) - static_cast<double>(entrants) * std::log(width);
            found.push_back({promise, std::move(borders), width});
        }
    }
    std::ranges::stable_sort(found, std::greater(), &Candidate::promise);
    if (found.size() > count) {
        const double limit = found[count - 1].promise - same_promise;
        std::erase_if(found, [&](const Candidate& one) { return one.promise < limit; });
    }
    return found;
}

}  // namespace

NormalPrior prior_of(const Spread& spread, std::size_t entrants) {
    const auto n = static_cast<Index>(entrants), gaps = static_cast<Index>(spread.gaps.size());
    const double precision = 1 / (spread.width * spread.width);
    NormalPrior prior{VectorXd::Zero(n), precision * MatrixXd::Identity(n, n),
                      -static_cast<double>(entrants) * std::log(spread.width)};
    if (gaps == 0) return prior;
    // The ratings are the means, width times independent numbers, and `above` times as many as there are gaps.
    MatrixXd above = MatrixXd::Zero(n, gaps);
    for (Index group = 0; group <= gaps; ++group) {
        for (const std::size_t entrant : spread.division[static_cast<std::size_t>(group)])
            above.row(static_cast<Index>(entrant)).head(group).setConstant(1);
    }
    const VectorXd gap = Eigen::Map<const VectorXd>(spread.gaps.data(), gaps);
    prior.means = above * gap;
    above *= (Spread::gap_deviation * gap).asDiagonal();
    // M. A. Woodbury's formula for the inverse of a sum.
    const MatrixXd inner = MatrixXd::Identity(gaps, gaps) + precision * above.transpose() * above;
    prior.precision -= precision * precision * above * inner.inverse() * above.transpose();
    prior.log_root_determinant -= std::log(inner.determinant()) / 2;
    return prior;
}

std::vector<LikelyDivision> likely_divisions(const VectorXd& ratings, std::size_t count) {
    const auto entrants = static_cast<std::size_t>(ratings.size());
    std::vector<std::size_t> order(entrants);
    std::iota(order.begin(), order.end(), 0);
    const auto rating = [&](std::size_t entrant) { return ratings[static_cast<Index>(entrant)]; };
    std::ranges::stable_sort(order, {}, rating);
    const VectorXd sorted = ratings(order);
    std::vector<LikelyDivision> likely;
    std::vector<Candidate> candidates = {{}};
    for (std::size_t borders = 1; borders <= max_borders && entrants > 2; ++borders) {
        candidates = with_one_more(candidates, sorted, count);
        for (const Candidate& candidate : candidates) {
            LikelyDivision& one = likely.emplace_back();
            one.log_prior = log_prior_of(candidate.borders, entrants);
            one.width = candidate.width;
            visit_groups(candidate.borders, entrants, [&](std::size_t begin, std::size_t end) {
                one.division.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                          order.begin() + static_cast<std::ptrdiff_t>(end));
            });
        }
    }
    return likely;
}

}  // namespace referee::tournament

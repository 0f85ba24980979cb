#include "referee/tournament/figures/statistics/rank_estimates.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>

#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr Index dimensions = 8;  // of the sequence: more of them are less evenly spread
constexpr Index max_points = 8191;

/// Points of a standard normal distribution of `dimensions` dimensions, one in each column. A digital shift keeps them
/// off the diagonals, where equal entrants would be equal.
MatrixXd drawn_sequence() {
    boost::random::sobol_engine<std::uint32_t, 32> sequence(dimensions);
    std::mt19937 digits(1);
    std::array<std::uint32_t, dimensions> shifts{};
    for (std::uint32_t& shift : shifts)
        shift = static_cast<std::uint32_t>(digits());
    const boost::math::normal normal;
    MatrixXd values(dimensions, max_points);
    for (Index point = 0; point < max_points; ++point)
        for (Index i = 0; i < dimensions; ++i) {
            const std::uint32_t number = sequence() ^ shifts[static_cast<std::size_t>(i)];
            values(i, point) = quantile(normal, std::ldexp(static_cast<double>(number) + 0.5, -32));
        }
    return values;
}

/// Points of the sequence from this one on, or as many from its begin if it ends before. To draw it takes longer than
/// the rest of a small table, so a process draws it once. Requires: points <= max_points.
auto normal_sequence(Index from, Index points) {
    static const MatrixXd sequence = drawn_sequence();
    return sequence.middleCols(from + points > max_points ? 0 : from, points);
}

/// As many points of more dimensions: the sequence in a new order for each `dimensions` of them.
MatrixXd supercube(const Eigen::Ref<const MatrixXd>& sequence, Index size) {
    std::mt19937_64 shuffle(1);  // the same for all tables
    std::vector<Index> order(static_cast<std::size_t>(sequence.cols()));
    std::iota(order.begin(), order.end(), 0);
    MatrixXd values(size, sequence.cols());
    for (Index begin = 0; begin < size; begin += dimensions) {
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[shuffle() % i]);
        const Index count = std::min(dimensions, size - begin);
        for (Index point = 0; point < sequence.cols(); ++point)
            values.col(point).segment(begin, count) = sequence.col(order[static_cast<std::size_t>(point)]).head(count);
    }
    return values;
}

/// The probability of each rank, from 0, for each of these entrants: one row for each.
class RankCounts {
public:
    explicit RankCounts(Index entrants)
        : shares_(MatrixXd::Zero(entrants, entrants)), order_(static_cast<std::size_t>(entrants)) {}

    void add(const Eigen::Ref<const VectorXd>& strengths, double weight) {
        std::iota(order_.begin(), order_.end(), 0);
        std::ranges::sort(order_, std::greater(), [&](Index i) { return strengths[i]; });
        for (std::size_t rank = 0; rank < order_.size(); ++rank)
            shares_(static_cast<Index>(rank), order_[rank]) += weight;
        all_ += weight;
    }

    RankEstimate of(Index entrant) const {
        constexpr double tail = 0.025;
        RankEstimate estimate{shares_(0, entrant) / all_};
        double sum = 0;
        for (Index rank = 0; rank < shares_.rows(); ++rank) {
            if (sum < tail) estimate.lower = static_cast<int>(rank) + 1;
            if (sum < 1 - tail) estimate.upper = static_cast<int>(rank) + 1;
            sum += shares_(rank, entrant) / all_;
        }
        return estimate;
    }

private:
    MatrixXd shares_;  ///< a column for each entrant
    double all_ = 0;   ///< the sum of all weights
    std::vector<Index> order_;
};

RankCounts counts_of(const Shrunken& shrunken, const std::vector<Index>& members) {
    const auto size = static_cast<Index>(members.size());
    const double all_points = members.size() <= 100 ? static_cast<double>(max_points) : 2047;
    RankCounts counts(size);
    Index from = 0;  // each part has its own points, or many light ones would share a few
    for (const ShrunkenPart& part : shrunken.parts()) {
        MatrixXd covariance = part.covariance(members, members);
        // A number that is added to all ratings changes no rank; without it, the matrix would be singular.
        covariance.array() += covariance.diagonal().mean();
        covariance.diagonal() *= 1 + 1e-9;
        const Eigen::LLT<MatrixXd> root(covariance);
        const auto points = std::min(max_points, static_cast<Index>(std::ceil(part.weight * all_points)));
        MatrixXd strengths = root.matrixL() * supercube(normal_sequence(from, points), size);
        from = (from + points) % max_points;
        strengths.colwise() += VectorXd(part.means(members));
        for (Index point = 0; point < points; ++point)
            counts.add(strengths.col(point), part.weight / static_cast<double>(points));
    }
    return counts;
}

/// The rated members of a part, the strongest first: the points differ by dimension, so the numbers of the entrants
/// must not matter. Ratings that differ by rounding errors are equal.
std::vector<Index> by_strength(const Part& part, const Ratings& ratings) {
    std::vector<Index> members;
    for (const std::size_t member : part.members)
        if (ratings.entrants[member].elo) members.push_back(static_cast<Index>(member));
    std::ranges::stable_sort(members, std::greater(), [&](Index member) {
        return std::round(*ratings.entrants[static_cast<std::size_t>(member)].elo * 1e6);
    });
    return members;
}

/// Makes those share their ranks between which no likelihood is given.
void share_ranks(std::vector<std::optional<RankEstimate>>& estimates, const Ratings& ratings) {
    if (!ratings.undisturbed && ratings.unrated.empty()) return;
    const std::vector<std::optional<RankEstimate>> own = estimates;
    for_each_in_parallel(estimates.size(), [&](std::size_t i) {
        for (std::size_t other = 0; other < own.size(); ++other) {
            if (other == i || !can_compare(ratings, i, other) ||
                given_superiority(ratings, std::min(i, other), std::max(i, other)))
                continue;
            estimates[i] = {std::nullopt, std::min(estimates[i]->lower, own[other]->lower),
                            std::max(estimates[i]->upper, own[other]->upper)};
        }
    });
}

}  // namespace

std::vector<std::optional<RankEstimate>> rank_estimates(const Ratings& ratings) {
    std::vector<std::optional<RankEstimate>> estimates(ratings.entrants.size());
    if (!ratings.posterior) return estimates;
    for (const Part& part : ratings.parts) {
        const std::vector<Index> members = by_strength(part, ratings);
        if (members.empty()) continue;
        const RankCounts counts = counts_of(ratings.posterior->shrunken, members);
        for (std::size_t i = 0; i < members.size(); ++i)
            estimates[static_cast<std::size_t>(members[i])] = counts.of(static_cast<Index>(i));
    }
    share_ranks(estimates, ratings);
    return estimates;
}

}  // namespace referee::tournament

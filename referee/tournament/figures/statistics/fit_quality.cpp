#include "referee/tournament/figures/statistics/fit_quality.hpp"

#include <algorithm>
#include <boost/math/distributions/gamma.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "referee/tournament/figures/statistics/dispersion.hpp"
#include "referee/tournament/figures/statistics/divisions.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// With fewer of both the distribution is not near enough.
constexpr double min_groups = 10, min_games_a_group = 10;

/// With a smaller variance, one unlikely point is a large share of chi-square, whose distribution is far from a gamma.
constexpr double min_variance = 0.5;

/// The points of one entrant against another: what they are, and their moments under the model.
struct Meeting {
    double points = 0;
    double expected = 0;
    double variance = 0;
    double fourth = 0;  ///< the sum of the games' fourth central moments minus three times their squared variances
    double games = 0;   ///< without repeats, as all of these
};

/// Adds games of which `first_counts` says whether the first player's points count, or the other's.
void add_games(Meeting& meeting, const GameChances& chances, const Evidence& evidence, bool first_counts) {
    const double games = evidence.games();
    const double win = first_counts ? chances.win : chances.loss, loss = first_counts ? chances.loss : chances.win;
    const double mean = win + chances.draw / 2;
    const auto moment = [&](int power) {
        return win * std::pow(1 - mean, power) + chances.draw * std::pow(0.5 - mean, power) +
               loss * std::pow(-mean, power);
    };
    const double variance = moment(2);
    meeting.points += first_counts ? evidence.points() : games - evidence.points();
    meeting.expected += games * mean;
    meeting.variance += games * variance;
    meeting.fourth += games * (moment(4) - 3 * variance * variance);
    meeting.games += games;
}

/// Two entrants, and the points of `a`.
struct Pair {
    std::size_t a = 0, b = 0;
    Meeting meeting;
};

/// All pairs of entrants that have met, those whose results are foregone first. Which of two is `a` has nothing to do
/// with the ratings: in the sum of several favourites' points, shrunken ratings would look wrong.
std::vector<Pair> pairs_of(const Results& results, const Likelihood& model, const std::vector<Cell>& cells,
                           const VectorXd& x) {
    const auto is_lower_a = [](const Results::Pair& pair) { return (pair.first + pair.second) % 2 == 0; };
    std::map<Results::Pair, Meeting> meetings;
    for (const Cell& cell : cells) {
        if (results.weight(cell.first, cell.second) < 1) continue;
        const Results::Pair pair = std::minmax(cell.first, cell.second);
        add_games(meetings[pair], model.chances(cell.first, cell.second, x),
                  results.evidence({cell.first, cell.second}), (cell.first == pair.first) == is_lower_a(pair));
    }
    std::vector<Pair> found;
    for (const auto& [pair, meeting] : meetings) {
        const auto [low, high] = pair;
        is_lower_a(pair) ? found.push_back({low, high, meeting}) : found.push_back({high, low, meeting});
    }
    // Rounding errors are no order.
    std::ranges::stable_sort(found, {}, [](const Pair& one) { return std::round(1e6 * one.meeting.variance); });
    return found;
}

/// Pairs whose points are added, so that their variance is large enough.
struct Group {
    std::vector<const Pair*> members;
    Meeting sum;

    void add(const Pair& more) {
        members.push_back(&more);
        sum.points += more.meeting.points;
        sum.expected += more.meeting.expected;
        sum.variance += more.meeting.variance;
        sum.fourth += more.meeting.fourth;
        sum.games += more.meeting.games;
    }
};

std::vector<Group> groups_of(const std::vector<Pair>& pairs) {
    std::vector<Group> groups;
    for (const Pair& one : pairs) {
        if (groups.empty() || groups.back().sum.variance >= min_variance) groups.emplace_back();
        groups.back().add(one);
    }
    if (groups.empty() || groups.back().sum.variance >= min_variance) return groups;
    const Group rest = std::move(groups.back());
    groups.pop_back();
    if (!groups.empty())
        for (const Pair* one : rest.members)
            groups.back().add(*one);
    return groups;
}

/// The share of the variance of added points that the fit takes up (the leverage), up to a factor of all.
double leverage_of(const std::vector<const Pair*>& pairs, const MatrixXd& covariance) {
    std::map<std::size_t, double> by_ratings;  // few of all, in most cases two
    double variance = 0;
    for (const Pair* one : pairs) {
        by_ratings[one->a] += one->meeting.variance;
        by_ratings[one->b] -= one->meeting.variance;
        variance += one->meeting.variance;
    }
    double taken = 0;
    for (const auto& [i, by_i] : by_ratings)
        for (const auto& [j, by_j] : by_ratings)
            taken += by_i * by_j * covariance(static_cast<Index>(i), static_cast<Index>(j));
    return taken / variance;
}

/// How much more the points of pairs vary between the same two than those of independent games.
double dispersion_within(const Results& results, const Likelihood& model, const VectorXd& x) {
    double squared = 0, expected = 0;
    for (const auto& [pair, tally] : results.pairs()) {
        const GameChances one = model.chances(pair.first, pair.second, x),
                          other = model.chances(pair.second, pair.first, x);
        double pairs = 0, sum = 0, sum_of_squares = 0;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const auto count = static_cast<double>(tally[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
                const double difference = (i - j) / 2.;
                pairs += count;
                sum += count * difference;
                sum_of_squares += count * difference * difference;
            }
        }
        // The mean takes up one pair. Repeated pairs are fewer than they seem.
        const double left = results.worth(pair.first, pair.second) * pairs - 1;
        if (pairs < 2 || left <= 0) continue;
        squared += left * (sum_of_squares - sum * sum / pairs) / (pairs - 1);
        expected += left * (one.information() + other.information());
    }
    if (expected <= 0) return 1;
    constexpr double prior = Dispersion::pairs_of_prior;
    return (prior + 2 * squared) / (prior + 2 * expected);
}

/// The number of ratings that the games, and not the prior, have set. It is the sum of all pairs' leverages.
double parameters_of(const Shrunken& shrunken, const Results& results) {
    double parameters = 0;
    for (const ShrunkenPart& part : shrunken.parts()) {
        const auto n = static_cast<Index>(results.entrants());
        const double by_prior =
            prior_of(part.spread, results.entrants()).precision.cwiseProduct(part.covariance.topLeftCorner(n, n)).sum();
        parameters += part.weight * (static_cast<double>(results.active().size()) - 1 - by_prior);
    }
    return std::max(0., parameters);
}

/// The pair of a group that is farthest from the expectation.
Surprise surprise_in(const Group& group, const Results& results) {
    const auto difference = [](const Pair* one) { return one->meeting.points - one->meeting.expected; };
    const Pair& pair =
        **std::ranges::max_element(group.members, {}, [&](const Pair* one) { return std::abs(difference(one)); });
    const bool is_a_better = difference(&pair) > 0;
    const auto [a, b] = is_a_better ? std::pair(pair.a, pair.b) : std::pair(pair.b, pair.a);
    const Meeting& meeting = pair.meeting;
    const double expected = is_a_better ? meeting.expected : meeting.games - meeting.expected;
    const Tally all = results.between(a, b);
    return {a, b, static_cast<double>(all.half_points()) / 2,
            expected / meeting.games * static_cast<double>(all.games()), all.games()};
}

}  // namespace

std::optional<FitQuality> fit_quality(const Results& results, const Posterior* posterior) {
    if (posterior == nullptr) return std::nullopt;
    const std::vector<Cell> cells = cells_of(results);
    const Likelihood model(results.entrants(), cells, 1);
    const VectorXd& x = posterior->shrunken.means();
    const std::vector<Pair> pairs = pairs_of(results, model, cells, x);
    const std::vector<Group> groups = groups_of(pairs);
    const MatrixXd& covariance = posterior->shrunken.covariance();
    double leverages = 0;
    for (const Pair& pair : pairs)
        leverages += leverage_of({&pair}, covariance);
    const double unit = parameters_of(posterior->shrunken, results) / leverages;
    const double dispersion = dispersion_within(results, model, x);
    FitQuality quality;
    double sum = 0, mean = 0, variance = 0, games = 0, greatest = 0;
    for (const Group& group : groups) {
        const Meeting& all = group.sum;
        const double difference = all.points - all.expected;
        const double square = difference * difference / (all.variance * dispersion);
        sum += square;
        mean += std::max(0., 1 - unit * leverage_of(group.members, covariance));
        variance += 2 + all.fourth / (all.variance * all.variance);
        games += all.games;
        if (square <= greatest * (1 + 1e-9)) continue;
        greatest = square;
        quality.surprise = surprise_in(group, results);
    }
    const auto count = static_cast<double>(groups.size());
    if (mean <= 0.5 || (count < min_groups && games < min_games_a_group * count)) return std::nullopt;
    variance *= mean / count;
    const boost::math::gamma_distribution<> distribution(mean * mean / variance, variance / mean);
    quality.p = cdf(complement(distribution, sum));
    return quality;
}

}  // namespace referee::tournament

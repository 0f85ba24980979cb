#include "referee/tournament/statistics/fit_quality.hpp"

#include <algorithm>
#include <boost/math/distributions/gamma.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "referee/tournament/statistics/dispersion.hpp"
#include "referee/tournament/statistics/divisions.hpp"
#include "referee/tournament/statistics/posterior.hpp"

namespace referee::tournament {

namespace {

/// With fewer of both the distribution is not near enough.
constexpr double min_pairs = 10, min_games_a_pair = 10;

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

/// How much more the points of pairs vary between the same two than those of independent games.
double dispersion_within(const Results& results, const Likelihood& model, const Eigen::VectorXd& x) {
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
        if (pairs < 2) continue;
        squared += sum_of_squares - sum * sum / pairs;
        expected += (pairs - 1) * (one.information() + other.information());
    }
    if (expected <= 0) return 1;
    constexpr double prior = Dispersion::pairs_of_prior;
    return (prior + 2 * squared) / (prior + 2 * expected);
}

/// The number of ratings that the games, and not the prior, have set.
double parameters_of(const Shrunken& shrunken, std::size_t entrants) {
    double parameters = 0;
    for (const ShrunkenPart& part : shrunken.parts()) {
        const auto n = static_cast<Eigen::Index>(entrants);
        const double by_prior =
            prior_of(part.spread, entrants).precision.cwiseProduct(part.covariance.topLeftCorner(n, n)).sum();
        parameters += part.weight * (static_cast<double>(entrants) - 1 - by_prior);
    }
    return std::max(0., parameters);
}

}  // namespace

std::optional<FitQuality> fit_quality(const Results& results, const Posterior* posterior) {
    if (posterior == nullptr) return std::nullopt;
    const std::vector<Cell> cells = cells_of(results);
    const Likelihood model(results.entrants(), cells, 1);
    const Shrunken& shrunken = posterior->shrunken;
    const Eigen::VectorXd& x = shrunken.means();
    const double parameters = parameters_of(shrunken, results.entrants());
    std::map<Results::Pair, Meeting> meetings;
    for (const Cell& cell : cells) {
        if (results.weight(cell.first, cell.second) < 1) continue;
        add_games(meetings[std::minmax(cell.first, cell.second)], model.chances(cell.first, cell.second, x),
                  results.evidence({cell.first, cell.second}), cell.first < cell.second);
    }
    const auto pairs = static_cast<double>(meetings.size());
    double games_of_all = 0;
    for (const auto& [pair, meeting] : meetings)
        games_of_all += meeting.games;
    if (pairs <= parameters + 0.5 || (pairs < min_pairs && games_of_all < min_games_a_pair * pairs))
        return std::nullopt;
    const double dispersion = dispersion_within(results, model, x);
    FitQuality quality;
    double sum = 0, variance = 0, greatest = 0;
    for (const auto& [pair, meeting] : meetings) {
        const double difference = meeting.points - meeting.expected;
        const double square = difference * difference / (meeting.variance * dispersion);
        sum += square;
        variance += 2 + meeting.fourth / (meeting.variance * meeting.variance);
        if (square <= greatest) continue;
        greatest = square;
        const auto [a, b] = difference > 0 ? pair : Results::Pair(pair.second, pair.first);
        const Tally all = results.between(a, b);
        const double expected = difference > 0 ? meeting.expected : meeting.games - meeting.expected;
        quality.surprise = {a, b, static_cast<double>(all.half_points()) / 2,
                            expected / meeting.games * static_cast<double>(all.games()), all.games()};
    }
    const double mean = pairs - parameters;
    variance *= mean / pairs;
    const boost::math::gamma_distribution<> distribution(mean * mean / variance, variance / mean);
    quality.p = cdf(complement(distribution, sum));
    return quality;
}

}  // namespace referee::tournament

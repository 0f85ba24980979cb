#include "referee/tournament/figures/statistics/games_needed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "referee/tournament/figures/statistics/pentanomial.hpp"
#include "referee/tournament/figures/statistics/strip.hpp"

namespace referee::tournament {

namespace {

/// The 97.5 % quantile of the normal distribution.
constexpr double quantile_of_interval = 1.959964;

/// The slope of Elo over expected scores at equality, where both bots expect half of the points.
constexpr double elo_per_score = 1600 / std::numbers::ln10;

double variance_of_game(double score, double draws) {
    return score * (1 - score) - draws / 4;
}

double possible_draws(double score, double draws) {
    return std::min({draws, 2 * score, 2 * (1 - score)});
}

/// The expected score of this difference. A normalised difference depends on the deviation of a game, which depends on
/// the score: the fixed point is found by iteration.
double score_of(double elo, double draws, EloModel model) {
    if (model == EloModel::logistic) return expected_score(elo);
    constexpr int iterations = 20;
    constexpr double nearest_to_certain = 1e-3;
    double score = 0.5;
    for (int i = 0; i < iterations; ++i) {
        const double of_pair = std::sqrt(variance_of_game(score, possible_draws(score, draws)) / 2);
        score = std::clamp(0.5 + of_pair * deviations_of_nelo(elo), nearest_to_certain, 1 - nearest_to_certain);
    }
    return score;
}

/// The probabilities of the five outcomes of two independent games. None is 0.
Frequencies probabilities_of(double score, double draws) {
    constexpr double least = 1e-6;
    const double drawn = possible_draws(score, draws);
    const std::array<double, 3> game = {1 - score - drawn / 2, drawn, score - drawn / 2};
    Frequencies pair{};
    for (std::size_t one = 0; one < game.size(); ++one)
        for (std::size_t other = 0; other < game.size(); ++other)
            pair[one + other] += game[one] * game[other];
    for (double& probability : pair)
        probability = std::max(probability, least);
    return pair;
}

/// The change of the log-likelihood ratio by one more pair with this outcome.
double added_by(std::size_t outcome, const Frequencies& pairs, const SprtSettings& settings) {
    const double step = pairs[outcome] * 1e-3;
    Frequencies more = pairs, fewer = pairs;
    more[outcome] += step;
    fewer[outcome] -= step;
    return (log_likelihood_ratio(more, settings) - log_likelihood_ratio(fewer, settings)) / (2 * step);
}

/// What one more pair adds to the log-likelihood ratio.
struct Step {
    double mean = 0;
    double deviation = 0;
};

Step step_of(const Frequencies& pairs, const SprtSettings& settings) {
    double mean = 0, square = 0;
    for (std::size_t outcome = 0; outcome < pairs.size(); ++outcome) {
        const double added = added_by(outcome, pairs, settings);
        mean += pairs[outcome] * added;
        square += pairs[outcome] * added * added;
    }
    return {mean, std::sqrt(std::max(0.0, square - mean * mean))};
}

}  // namespace

double games_for_difference(double elo, double draws) {
    const double deviation = elo_per_score * std::sqrt(variance_of_game(0.5, draws));
    return std::pow(quantile_of_interval * deviation / elo, 2);
}

/// With m games of each pairing the information matrix of the ratings is that of a difference times m (n I - J), whose
/// inverse has (n - 1) / (m n^2) in its diagonal.
double games_for_ratings(double elo, double draws, int bots) {
    const double n = bots;
    return games_for_difference(elo, draws) * std::pow((n - 1) / n, 2);
}

TestLength length_of(const SprtSettings& settings, double elo, double draws) {
    const Sprt bounds = sprt({}, settings);
    const double score = score_of(elo, draws, settings.model);
    const Frequencies pairs = probabilities_of(score, draws);
    const auto [mean, deviation] = step_of(pairs, settings);
    const Strip strip{bounds.upper / deviation + mean_overshoot, -bounds.lower / deviation + mean_overshoot};
    const double drift = mean / deviation;
    return {mean_time(strip, drift), time_within(strip, drift, 0.95), leaves_up(strip, drift),
            possible_draws(score, draws)};
}

std::optional<double> pairs_left(const PairCounts& pairs, const Sprt& state, const SprtSettings& settings,
                                 double share) {
    constexpr std::uint64_t min_pairs = 20;
    constexpr double min_share = 0.5, least_count = 1e-3;
    if (pairs.pairs() < min_pairs || share < min_share) return std::nullopt;
    Frequencies measured{};
    for (std::size_t outcome = 0; outcome < measured.size(); ++outcome)
        measured[outcome] =
            std::max(static_cast<double>(pairs.counts()[outcome]), least_count) / static_cast<double>(pairs.pairs());
    const Step step = step_of(measured, settings);
    const double mean = share * step.mean, deviation = share * step.deviation;
    const double up = state.upper - state.llr, down = state.llr - state.lower;
    if (deviation < 0.01 * std::abs(mean))
        return (mean > 0 ? up : down) / std::abs(mean);  // nearly all pairs end alike
    const Strip strip{up / deviation + mean_overshoot, down / deviation + mean_overshoot};
    return mean_time(strip, mean / deviation);
}

}  // namespace referee::tournament

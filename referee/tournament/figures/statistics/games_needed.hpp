// The number of games that an interval or a sequential test takes, before any is played.
#pragma once

#include <optional>

#include "referee/tournament/figures/statistics/sprt.hpp"

namespace referee::tournament {

/// The games after which the 95 % interval of the difference of two nearly equal bots is +-`elo` wide. `draws`: the
/// share of games that are drawn, from 0 to max_draws. Without an effect of openings; fractions are not rounded.
double games_for_difference(double elo, double draws);

/// The games of each bot in a round robin of `bots` nearly equal bots after which the 95 % interval of each rating is
/// +-`elo` wide. Ratings are relative to the mean of all bots. Requires: at least two bots.
double games_for_ratings(double elo, double draws, int bots);

inline constexpr double max_draws = 0.95;
/// The share of drawn games if nothing else is known.
inline constexpr double usual_draws = 0.4;

/// The pairs of games that a sequential test takes, and its verdict.
struct TestLength {
    double mean_pairs = 0;
    double pairs_of_most = 0;   ///< 95 % of the tests end within this number of pairs
    double h1_probability = 0;  ///< the probability that H1 is accepted
    double draws = 0;  ///< the share of drawn games: fewer than usual if the difference leaves no room for them
};

/// The length of a test without a limit. `elo`: the true difference, in the unit of the settings. `draws`: the share of
/// games that are drawn, if the difference leaves room for them. The two games of a pair are taken for
/// independent. The log-likelihood ratio is taken for a Brownian motion with the mean and the variance that one more
/// pair adds to it (the derivatives of the ratio in sprt.hpp at the expected counts), and the bounds are moved out by
/// the mean overshoot. Throws games::UserError as check() does. Accurate to 5 % above 60 pairs (docs/ratings.md).
TestLength length_of(const SprtSettings& settings, double elo, double draws);

/// The mean number of further pairs of games that a test takes which has come to this ratio, if pairs end as often in
/// each way as they have so far. `share` as in sprt(). None after fewer than 20 pairs, and if most of the games repeat
/// others. Computed like length_of(). Requires: the test has no verdict.
std::optional<double> pairs_left(const PairCounts& pairs, const Sprt& state, const SprtSettings& settings,
                                 double share);

}  // namespace referee::tournament

// The likelihood of pair scores: five outcomes, fitted under a hypothesis on their mean.
#pragma once

#include <array>
#include <optional>

#include "referee/tournament/figures/statistics/pair_course.hpp"

namespace referee::tournament {

/// How often a pair gave 0, 1/4, 1/2, 3/4 and 1 of its points.
using Frequencies = std::array<double, 5>;

/// The counts; an outcome that was never seen counts as 0.001 pairs, as in fishtest.
Frequencies frequencies_of(const PairCounts& pairs);

/// The mean and the variance of the share of points of a pair, from 0 to 1, and the number of pairs.
struct PairMoments {
    double pairs = 0;
    double mean = 0;
    double variance = 0;
};
/// Requires: there is something.
PairMoments moments_of(const Frequencies& counts);

/// Logistic Elo: 1 / (1 + 10^(-elo / 400)).
double expected_score(double elo);
/// The Elo of an expected score; none at 0 and 1, and beyond them.
std::optional<double> elo_of_score(double score);

/// Normalised Elo is 800 / ln 10 times the distance of the expected score from 1/2 in standard deviations of a game (M.
/// Van den Bergh, "Normalized Elo", cantate.be/Fishtest/normalized_elo.pdf). The standard deviation of a game is that
/// of a pair's share of points times the root of 2. These convert it to that distance in standard deviations of pairs,
/// and back.
double deviations_of_nelo(double nelo);
double nelo_of_deviations(double deviations);

/// The sum of n_i ln(p_i), up to a constant that depends on n only, of those p that have the mean `score` and are most
/// likely (M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution",
/// cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1). Requires: counts above 0, and 0 < score < 1.
double log_likelihood_of_score(const Frequencies& counts, double score);

/// The same for those p whose mean is `deviations` of their own standard deviations above 1/2 (M. Van den Bergh, "A
/// practical introduction to normalized Elo", cantate.be/Fishtest/normalized_elo_practical.pdf, section 4.1).
/// Requires: counts above 0, and |deviations| < 0.9.
double log_likelihood_of_deviations(const Frequencies& counts, double deviations);

}  // namespace referee::tournament

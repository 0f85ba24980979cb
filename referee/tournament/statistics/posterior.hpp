// The posterior distribution of the ratings of a tournament, with its pairs of games taken into account.
#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/statistics/dispersion.hpp"
#include "referee/tournament/statistics/results.hpp"
#include "referee/tournament/statistics/shrunken.hpp"

namespace referee::tournament {

struct Posterior {
    Shrunken shrunken;
    /// The factor by which the standard deviation of the first-move advantage is greater than `shrunken` has it.
    double spread_of_side = 1;
    /// The same of ln nu.
    double spread_of_draws = 1;
};

/// The factors of pairs, from the residuals of a fit under the prior; `width` as in Shrunken.
Dispersion dispersion_under_prior(const Results& results, double imaginary_games = 1, std::optional<double> width = {});

/// Makes games count 1 / factor each.
void divide(std::vector<Cell>& cells, double factor);

/// If pairs vary more or less than independent games would, every game counts that much less or more (quasi-likelihood;
/// see Dispersion). `width` as in Shrunken.
Posterior posterior_of(const Results& results, double imaginary_games = 1, std::optional<double> width = {});

}  // namespace referee::tournament

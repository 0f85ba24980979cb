// The posterior distribution of the ratings of a tournament. It takes pairs of games into account.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "referee/tournament/figures/statistics/dispersion.hpp"
#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/figures/statistics/shrunken.hpp"

namespace referee::tournament {

struct Posterior {
    Shrunken shrunken;
    /// The factor by which the standard deviation of the first-move advantage is greater than `shrunken` has it.
    double spread_of_side = 1;
    /// The same of ln nu.
    double spread_of_draws = 1;
};

/// The factors of pairs, from the residuals of a fit of one group.
Dispersion dispersion_of(const Results& results, double imaginary_games = 1);

/// Makes games count 1 / factor each.
void divide(std::vector<Cell>& cells, double factor);

/// If pairs vary more or less than independent games would, every game counts that much less or more (quasi-likelihood;
/// see Dispersion). `spread`: the prior, if it is known beforehand. Entrants without games don't take part: see
/// Shrunken::placed(). Requires: a game.
Posterior posterior_of(const Results& results, double imaginary_games = 1, const std::optional<Spread>& spread = {});

}  // namespace referee::tournament

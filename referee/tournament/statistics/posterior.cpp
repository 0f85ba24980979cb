#include "referee/tournament/statistics/posterior.hpp"

#include <cmath>

#include "referee/tournament/statistics/dispersion.hpp"
#include "referee/tournament/statistics/profile.hpp"

namespace referee::tournament {

Posterior posterior_of(const Results& results, double imaginary_games, std::optional<double> width) {
    std::vector<Cell> cells = cells_of(results);
    const std::size_t entrants = results.entrants();
    if (results.pairs().empty()) return {Shrunken(entrants, cells, imaginary_games, width), 1, 1};
    // A rough width is good enough for the residuals.
    const Shrunken as_independent(entrants, cells, imaginary_games,
                                  width ? *width : Shrunken::likely_width(entrants, cells, imaginary_games));
    const Dispersion dispersion(results, Likelihood(entrants, cells, imaginary_games), as_independent.means(),
                                as_independent.covariance(), [](std::size_t, std::size_t) { return true; });
    for (Cell& cell : cells) {
        cell.wins /= dispersion.of_ratings();
        cell.draws /= dispersion.of_ratings();
        cell.losses /= dispersion.of_ratings();
    }
    return {Shrunken(entrants, cells, imaginary_games, width),
            std::sqrt(dispersion.of_side() / dispersion.of_ratings()),
            std::sqrt(dispersion.of_draws() / dispersion.of_ratings())};
}

}  // namespace referee::tournament

#include "referee/tournament/statistics/posterior.hpp"

#include <cmath>

namespace referee::tournament {

Dispersion dispersion_under_prior(const Results& results, double imaginary_games, std::optional<double> width) {
    if (results.pairs().empty()) return {};
    const std::vector<Cell> cells = cells_of(results);
    const std::size_t entrants = results.entrants();
    // A rough width is good enough for the residuals.
    const Shrunken as_independent(entrants, cells, imaginary_games,
                                  width ? *width : Shrunken::likely_width(entrants, cells, imaginary_games));
    return {results,
            Likelihood(entrants, cells, imaginary_games),
            as_independent.means(),
            as_independent.covariance(),
            [](std::size_t, std::size_t) { return true; },
            RatingMethod::prior};
}

void divide(std::vector<Cell>& cells, double factor) {
    for (Cell& cell : cells) {
        cell.wins /= factor;
        cell.draws /= factor;
        cell.losses /= factor;
    }
}

Posterior posterior_of(const Results& results, double imaginary_games, std::optional<double> width) {
    std::vector<Cell> cells = cells_of(results);
    const Dispersion dispersion = dispersion_under_prior(results, imaginary_games, width);
    divide(cells, dispersion.of_ratings());
    return {Shrunken(results.entrants(), cells, imaginary_games, width),
            std::sqrt(dispersion.of_side() / dispersion.of_ratings()),
            std::sqrt(dispersion.of_draws() / dispersion.of_ratings())};
}

}  // namespace referee::tournament

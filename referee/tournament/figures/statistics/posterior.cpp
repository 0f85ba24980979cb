#include "referee/tournament/figures/statistics/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace referee::tournament {

Dispersion dispersion_of(const Results& results, double imaginary_games) {
    if (results.pairs().empty()) return {};
    const std::vector<Cell> cells = cells_of(results);
    const std::size_t entrants = results.entrants();
    // A rough width is good enough for the residuals.
    const Spread rough{Shrunken::likely_width(entrants, cells, imaginary_games)};
    const Shrunken as_independent = Shrunken::of_spread(entrants, cells, rough, imaginary_games);
    return {results, Likelihood(entrants, cells, imaginary_games), as_independent.means(), as_independent.covariance()};
}

void divide(std::vector<Cell>& cells, double factor) {
    for (Cell& cell : cells) {
        cell.wins /= factor;
        cell.draws /= factor;
        cell.losses /= factor;
    }
}

namespace {

/// The same with the numbers that Results::among() gives, without all others.
Spread among(Spread spread, const std::vector<std::size_t>& entrants) {
    for (auto& group : spread.division) {
        std::vector<std::size_t> left;
        for (const std::size_t entrant : group)
            if (const auto found = std::ranges::lower_bound(entrants, entrant);
                found != entrants.end() && *found == entrant)
                left.push_back(static_cast<std::size_t>(found - entrants.begin()));
        group = std::move(left);
    }
    return spread;
}

}  // namespace

Posterior posterior_of(const Results& results, double imaginary_games, const std::optional<Spread>& spread) {
    if (const auto active = results.active(); active.size() < results.entrants()) {
        // Otherwise the prior would be about more entrants, and the others' ratings would change.
        Posterior posterior = posterior_of(results.among(active), imaginary_games,
                                           spread ? std::optional(among(*spread, active)) : std::nullopt);
        posterior.shrunken = posterior.shrunken.placed(active, results.entrants());
        return posterior;
    }
    std::vector<Cell> cells = cells_of(results);
    const Dispersion dispersion = dispersion_of(results, imaginary_games);
    divide(cells, dispersion.of_ratings());
    const std::size_t entrants = results.entrants();
    return {spread ? Shrunken::of_spread(entrants, cells, *spread, imaginary_games)
                   : Shrunken(entrants, cells, imaginary_games),
            std::sqrt(dispersion.of_side() / dispersion.of_ratings()),
            std::sqrt(dispersion.of_draws() / dispersion.of_ratings())};
}

}  // namespace referee::tournament

#include "referee/tournament/run/ladder_rater.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/figures/statistics/shrunken.hpp"
#include "referee/tournament/paper/schedule/estimates.hpp"

namespace referee::tournament {

namespace {

/// The entrants that are rated, in ascending order.
std::vector<int> rated_of(const Field& field) {
    std::vector<int> rated(static_cast<std::size_t>(field.entrants()));
    std::iota(rated.begin(), rated.end(), 0);
    std::ranges::stable_sort(rated, std::greater(), [&](int entrant) { return field.left(entrant); });
    rated.resize(std::min(rated.size(), std::max(max_rated_in_ladder, field.present().size())));
    std::ranges::sort(rated);
    return rated;
}

}  // namespace

Estimates rate_for_ladder(const Field& field, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    const std::vector<int> rated = rated_of(field);
    const auto entrants = static_cast<std::size_t>(field.entrants());
    std::vector<std::optional<std::size_t>> place(entrants);  // in the fit
    for (std::size_t i = 0; i < rated.size(); ++i)
        place[static_cast<std::size_t>(rated[i])] = i;
    Results played(rated.size());
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr || !result->counts) continue;
        const auto first = place[static_cast<std::size_t>(game.first)],
                   second = place[static_cast<std::size_t>(game.second)];
        if (first && second) played.add(*first, *second, score_of_first(result->winner));
    }
    const Shrunken fit = Shrunken::of_one_group(rated.size(), cells_of(played));
    std::vector<double> ratings(entrants), covariance(entrants * entrants);
    for (std::size_t i = 0; i < rated.size(); ++i) {
        const auto entrant = static_cast<std::size_t>(rated[i]);
        ratings[entrant] = elo_per_unit * fit.means()[static_cast<Eigen::Index>(i)];
        for (std::size_t j = 0; j < rated.size(); ++j)
            covariance[entrant * entrants + static_cast<std::size_t>(rated[j])] =
                elo_per_unit * elo_per_unit *
                fit.covariance()(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
    return {std::move(ratings), std::move(covariance)};
}

}  // namespace referee::tournament

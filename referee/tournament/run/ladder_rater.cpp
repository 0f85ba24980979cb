#include "referee/tournament/run/ladder_rater.hpp"

#include <utility>

#include "referee/tournament/schedule/estimates.hpp"
#include "referee/tournament/statistics/results.hpp"
#include "referee/tournament/statistics/shrunken.hpp"

namespace referee::tournament {

Estimates rate_for_ladder(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    const auto count = static_cast<std::size_t>(entrants);
    Results played(count);
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr || !result->counts) continue;
        played.add(static_cast<std::size_t>(game.first), static_cast<std::size_t>(game.second),
                   score_of_first(result->winner));
    }
    const Shrunken fit = Shrunken::of_one_group(count, cells_of(played));
    std::vector<double> ratings, covariance;
    for (Eigen::Index i = 0; i < entrants; ++i) {
        ratings.push_back(elo_per_unit * fit.means()[i]);
        for (Eigen::Index j = 0; j < entrants; ++j)
            covariance.push_back(elo_per_unit * elo_per_unit * fit.covariance()(i, j));
    }
    return {std::move(ratings), std::move(covariance)};
}

}  // namespace referee::tournament

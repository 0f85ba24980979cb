#include "referee/tournament/run/ladder_rater.hpp"

#include <map>
#include <numbers>
#include <utility>

#include "referee/tournament/statistics/shrunken.hpp"

namespace referee::tournament {

namespace {

constexpr double elo = 400 / std::numbers::ln10;  // of a natural unit

std::vector<Cell> cells_of(const std::vector<PlannedGame>& games, const FinishedGames& results) {
    std::map<std::pair<int, int>, Cell> cells;
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr || !result->counts) continue;
        Cell& cell = cells[{game.first, game.second}];
        cell.first = static_cast<std::size_t>(game.first);
        cell.second = static_cast<std::size_t>(game.second);
        if (!result->winner) {
            cell.draws += 1;
        } else {
            (*result->winner == 0 ? cell.wins : cell.losses) += 1;
        }
    }
    std::vector<Cell> list;
    for (const auto& [pair, cell] : cells)
        list.push_back(cell);
    return list;
}

}  // namespace

Estimates rate_for_ladder(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    const auto count = static_cast<std::size_t>(entrants);
    const Shrunken fit(count, cells_of(games, results));
    std::vector<double> ratings, covariance;
    for (Eigen::Index i = 0; i < entrants; ++i) {
        ratings.push_back(elo * fit.means()[i]);
        for (Eigen::Index j = 0; j < entrants; ++j)
            covariance.push_back(elo * elo * fit.covariance()(i, j));
    }
    return {std::move(ratings), std::move(covariance)};
}

}  // namespace referee::tournament

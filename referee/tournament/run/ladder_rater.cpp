#include "referee/tournament/run/ladder_rater.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "referee/tournament/statistics/likelihood.hpp"

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

std::vector<Estimate> rate_for_ladder(int entrants, const std::vector<PlannedGame>& games,
                                      const FinishedGames& results) {
    const auto count = static_cast<std::size_t>(entrants);
    std::vector<Cell> cells = cells_of(games, results);
    for (std::size_t i = 0; i < count; ++i) {
        // One on each side, so that moving first is no merit of anybody's.
        cells.push_back({i, count, 0.5, 0, 0.5});
        cells.push_back({count, i, 0.5, 0, 0.5});
    }
    const Likelihood model(count + 1, std::move(cells), 1);
    const Eigen::VectorXd best = model.maximum().x;
    const Eigen::MatrixXd covariance = model.covariance(best);
    std::vector<Estimate> estimates;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        estimates.push_back({elo * best[at], elo * std::sqrt(covariance(at, at))});
    }
    return estimates;
}

}  // namespace referee::tournament

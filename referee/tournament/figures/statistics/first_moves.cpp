#include "referee/tournament/figures/statistics/first_moves.hpp"

#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"

namespace referee::tournament {

std::vector<FirstMove> first_moves(const Results& results, const RatingSettings& settings) {
    const std::size_t entrants = results.entrants();
    std::vector<FirstMove> moves(entrants);
    if (results.total().games() == 0) return moves;
    std::vector<Cell> cells = cells_of(results);
    divide(cells, dispersion_of(results, settings.imaginary_games).of_side());
    const Shrunken sides = Shrunken::of_sides(entrants, cells, settings.imaginary_games);
    const double tail = (1 - settings.confidence) / 2;
    for_each_in_parallel(entrants, [&](std::size_t i) {
        if (results.of(i).games() == 0) return;
        Eigen::VectorXd weights = Eigen::VectorXd::Zero(sides.means().size());
        weights[static_cast<Eigen::Index>(i)] = 1;
        weights[static_cast<Eigen::Index>(entrants + i)] = -1;
        weights[static_cast<Eigen::Index>(2 * entrants)] = 1;
        const Marginal advantage = sides.elo_marginal(weights);
        moves[i].elo = advantage.median();
        if (!settings.intervals) return;
        moves[i].interval = {advantage.quantile(tail), advantage.quantile(1 - tail)};
    });
    return moves;
}

}  // namespace referee::tournament

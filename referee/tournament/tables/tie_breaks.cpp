#include "referee/tournament/tables/tie_breaks.hpp"

#include <algorithm>

namespace referee::tournament {

std::vector<TieBreaks> tie_breaks_of(const std::vector<PointsAndByes>& entrants, const Results& results,
                                     std::uint64_t half_points_of_bye, int rounds) {
    std::map<Results::Pair, std::uint64_t> won;  // half points of the first named against the second
    for (const auto& [pair, tally] : results.tallies()) {
        won[pair] += tally.half_points();
        won[{pair.second, pair.first}] += 2 * tally.losses + tally.draws;
    }
    std::vector<TieBreaks> tie_breaks(entrants.size());
    std::vector<std::optional<std::uint64_t>> lowest(entrants.size());
    const auto add = [&](std::size_t entrant, std::uint64_t brought, std::uint64_t of_opponent) {
        tie_breaks[entrant].buchholz += of_opponent;
        tie_breaks[entrant].sonneborn_berger += brought * of_opponent;
        lowest[entrant] = std::min(lowest[entrant].value_or(of_opponent), of_opponent);
    };
    for (const auto& [pair, half_points] : won)
        add(pair.first, half_points, entrants[pair.second].half_points);
    const std::uint64_t max_of_dummy = half_points_of_bye / 2 * static_cast<std::uint64_t>(rounds);
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        for (int bye = 0; bye < entrants[i].byes; ++bye)
            add(i, half_points_of_bye, std::min(entrants[i].half_points, max_of_dummy));
        tie_breaks[i].buchholz_cut1 = tie_breaks[i].buchholz - lowest[i].value_or(0);
    }
    return tie_breaks;
}

std::optional<std::vector<std::uint64_t>> direct_encounters(const std::vector<std::size_t>& tied,
                                                            const Results& results) {
    std::vector<std::uint64_t> sums(tied.size());
    for (std::size_t i = 0; i < tied.size(); ++i) {
        for (std::size_t j = 0; j < tied.size(); ++j) {
            if (i == j) continue;
            const Tally games = results.between(tied[i], tied[j]);
            if (games.games() == 0) return std::nullopt;
            sums[i] += games.half_points();
        }
    }
    return sums;
}

}  // namespace referee::tournament

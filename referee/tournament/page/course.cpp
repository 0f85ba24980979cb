#include "referee/tournament/page/course.hpp"

#include <algorithm>

#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

namespace {

std::vector<std::optional<double>> elo_of(const Results& results, const RatingSettings& settings) {
    std::vector<std::optional<double>> elo;
    for (const Rating& rating : rate(results, settings).entrants)
        elo.push_back(rating.elo);
    return elo;
}

}  // namespace

Course course_of(const Account& account, const std::vector<GameRow>& rows, std::size_t points) {
    Course course;
    const Results rated = account.results_for_ratings();
    RatingSettings settings = rating_settings_of(account, false);
    // The same width all the time: the course shows games, and no change of mind on the field.
    if (settings.method == RatingMethod::prior) settings.width = rate(rated, settings).width;
    Results results(account.entrants().size());
    for (const auto& [pair, tally] : account.results().tallies())
        results.set_weight(pair.first, pair.second, rated.weight(pair.first, pair.second));
    points = std::min(points, rows.size());
    std::size_t added = 0;
    for (std::size_t point = 1; point <= points; ++point) {
        for (; added < rows.size() * point / points; ++added) {
            const auto first = static_cast<std::size_t>(rows[added].first);
            const auto second = static_cast<std::size_t>(rows[added].second);
            if (rows[added].counts && rated.weight(first, second) > 0)
                results.add(first, second, score_of_first(rows[added].winner));
        }
        course.games.push_back(added);
        course.elo.push_back(elo_of(results, settings));
    }
    return course;
}

}  // namespace referee::tournament

#include "referee/tournament/page/course.hpp"

#include <algorithm>

#include "referee/tournament/statistics/groups.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

namespace {

/// `at_end`: the parts after all games.
std::vector<std::optional<double>> elo_of(const Results& results, const RatingSettings& settings,
                                          const Groups& at_end) {
    std::vector<std::optional<double>> elo;
    const Ratings ratings = rate(results, settings);
    const auto has_anchor_later = [&](std::size_t entrant) {
        if (!settings.anchor) return false;
        const std::size_t anchor = settings.anchor->entrant;
        return at_end.part_of(entrant) == at_end.part_of(anchor) &&
               (ratings.entrants[entrant].part != ratings.entrants[anchor].part || !ratings.entrants[anchor].fixed);
    };
    for (std::size_t i = 0; i < ratings.entrants.size(); ++i)
        elo.push_back(has_anchor_later(i) ? std::nullopt : ratings.entrants[i].elo);
    return elo;
}

}  // namespace

Course course_of(const Account& account, const std::vector<GameRow>& rows, std::size_t points,
                 const std::optional<Anchor>& anchor) {
    Course course;
    const Results rated = account.results_for_ratings();
    RatingSettings settings = rating_settings_of(account, false, anchor);
    const Groups at_end(rated);
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
            if (rows[added].counts && !account.is_annulled(rows[added].first, rows[added].second) &&
                rated.weight(first, second) > 0)
                results.add(first, second, score_of_first(rows[added].winner));
        }
        course.games.push_back(added);
        course.elo.push_back(elo_of(results, settings, at_end));
    }
    return course;
}

}  // namespace referee::tournament

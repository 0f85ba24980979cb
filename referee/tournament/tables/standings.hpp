// The standings: the order of a tournament's table, and the ratings beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/tie_breaks.hpp"

namespace referee::tournament {

/// One entrant's line of the standings.
struct StandingsLine {
    std::size_t entrant = 0;
    int rank = 0;  ///< from 1 on; the same for those whom nothing tells apart
    int byes = 0;
    std::uint64_t half_points = 0;  ///< those of byes included
    TieBreaks tie_breaks;
    /// Half points against those who are tied with it so far, where that decides; see docs/tables.md.
    std::optional<std::uint64_t> direct_encounter;
};

struct Standings {
    std::vector<StandingsLine> lines;  ///< in the order of the table
    Ratings ratings;                   ///< by entrant
};

/// Where pairings follow results, the ratings are those under the prior. `intervals` cost most of the time. `anchor`:
/// in place of the tournament's own.
RatingSettings rating_settings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor = {});

/// The order is that of docs/tables.md: by points in a round robin and a Swiss tournament, by rating in a gauntlet and
/// a ladder, by how far they came in a knockout. An anchor changes the ratings, and never the order.
Standings standings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor = {});
/// The same with ratings that are known already.
Standings standings_of(const Account& account, Ratings ratings);

/// How far those who are still in are from the tournament's goal. Requires: it has one.
GoalProgress goal_progress(const Account& account, const Standings& standings);

}  // namespace referee::tournament

// The standings: the order of a tournament's table, and the ratings beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// One entrant's line of the standings.
struct StandingsLine {
    std::size_t entrant = 0;
    int rank = 0;  ///< from 1 on; the same for those whom nothing tells apart
    int byes = 0;
    std::uint64_t half_points = 0;  ///< those of byes included
    /// Half points of all opponents, each counted once, a bye as none. The tie-break of a Swiss tournament (Buchholz).
    std::uint64_t buchholz = 0;
    /// For each game the half points that it brought times those of the opponent, added up: quarters of points squared
    /// (Sonneborn-Berger).
    std::uint64_t sonneborn_berger = 0;
};

struct Standings {
    std::vector<StandingsLine> lines;  ///< in the order of the table
    Ratings ratings;                   ///< by entrant
};

/// Where pairings follow results, the ratings are those under the prior. `intervals` cost most of the time.
RatingSettings rating_settings_of(const Account& account, bool intervals);

/// The order is that of docs/tables.md: by points in a round robin and a Swiss tournament, by rating in a gauntlet and
/// a ladder, by how far they came in a knockout.
Standings standings_of(const Account& account, bool intervals);
/// The same with ratings that are known already.
Standings standings_of(const Account& account, Ratings ratings);

}  // namespace referee::tournament

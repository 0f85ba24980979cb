// The standings: the order of a tournament's table, its tie-breaks, and the ratings beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/results.hpp"
#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// The numbers that order entrants with equal points: FIDE Handbook C.07, "Play-Off and Tie-Break Regulations", in
/// force since 1 March 2026.
struct TieBreaks {
    /// Half points of all opponents, each counted once (8.1). A bye counts as a dummy opponent that has the entrant's
    /// own points, but not more than a draw in each round would give (16.4.2).
    std::uint64_t buchholz = 0;
    /// The same without the lowest of them (14.1).
    std::uint64_t buchholz_cut1 = 0;
    /// The sum over all games of the half points won times the half points of the opponent: in quarters of squared
    /// points (9.1). A bye is a won pairing against the dummy.
    std::uint64_t sonneborn_berger = 0;
};

/// One entrant's line of the standings.
struct StandingsLine {
    std::size_t entrant = 0;
    int rank = 0;  ///< from 1 on; the same for entrants that no rule separates
    int byes = 0;
    std::uint64_t half_points = 0;  ///< those of byes included
    TieBreaks tie_breaks;
    /// Half points against the entrants that are still tied with it, if they decide the order; see docs/tables.md.
    std::optional<std::uint64_t> direct_encounter;
};

struct Standings {
    std::vector<StandingsLine> lines;  ///< in the order of the table
    Ratings ratings;                   ///< by entrant
};

/// If pairings depend on results, the ratings are those under the prior. `intervals` take most of the time. `anchor`
/// replaces the tournament's own.
RatingSettings rating_settings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor = {});

/// The order is that of docs/tables.md: by points in a round robin and a Swiss tournament, by rating in a gauntlet and
/// a ladder, by the round reached in a knockout. An anchor changes the ratings, but never the order.
Standings standings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor = {});
/// The same with ratings that are known already.
Standings standings_of(const Account& account, Ratings ratings);

/// How far the remaining entrants are from the tournament's goal. Requires: it has one.
GoalProgress goal_progress(const Account& account, const Standings& standings);

}  // namespace referee::tournament

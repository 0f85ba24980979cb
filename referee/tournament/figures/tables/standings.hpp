// The standings: the order of a tournament's table, its tie-breaks, and the ratings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/rank_estimates.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/figures/tables/account.hpp"

namespace referee::tournament {

/// The numbers that order entrants with equal points, according to FIDE Handbook C.07, "Play-Off and Tie-Break
/// Regulations", in force since 1 March 2026.
struct TieBreaks {
    /// The half points of all opponents, each counted once (8.1). A bye counts as a dummy opponent that has the
    /// entrant's own points, but at most the points of a draw in each round (16.4.2).
    std::uint64_t buchholz = 0;
    /// The same sum without the lowest value (14.1).
    std::uint64_t buchholz_cut1 = 0;
    /// The sum over all games of the half points won times the opponent's half points, in quarters of squared points
    /// (9.1). A bye counts as a pairing won against the dummy opponent.
    std::uint64_t sonneborn_berger = 0;
};

/// One entrant's line of the standings.
struct StandingsLine {
    std::size_t entrant = 0;
    int rank = 0;  ///< the place, counted from 1. docs/tables.md says which entrants share one
    int byes = 0;
    std::uint64_t half_points = 0;  ///< includes the points for byes and walkovers
    std::int64_t margin = 0;        ///< the mean margin in thousandths, rounded; 0 if the game has no points
    TieBreaks tie_breaks;
    /// The half points against the entrants that are still tied with this one, if these points decide the order. See
    /// docs/tables.md.
    std::optional<std::uint64_t> direct_encounter;
};

struct Standings {
    std::vector<StandingsLine> lines;                ///< in the order of the table
    Ratings ratings;                                 ///< by entrant
    std::vector<std::optional<RankEstimate>> ranks;  ///< by entrant; empty before add_ranks()
};

/// The settings for the ratings of a tournament. `intervals`
/// take most of the time. `anchor` replaces the tournament's own anchor.
RatingSettings rating_settings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor = {});

/// What orders the standings. Tie-breaks follow.
enum class Order : std::uint8_t {
    points,    ///< everybody has met everybody
    buchholz,  ///< points; then what the opponents have achieved counts first
    rating,
    bracket,  ///< the round that an entrant has reached
};

/// The order in a format. With a staff, the entrants of a Swiss tournament do not have the same number of games, so
/// they are ordered by rating.
Order order_of(const FormatSettings& settings);

/// What a place means in this order, as a line for people.
std::string_view meaning_of_place(Order order);

/// The standings, in the order that docs/tables.md describes: by points in a round robin and a Swiss tournament, by
/// rating in a gauntlet and a ladder, by the round reached in a knockout. An anchor changes the ratings, but never the
/// order.
Standings standings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor = {});
/// Does the same with ratings that are already known.
Standings standings_of(const Account& account, Ratings ratings);

/// Adds the uncertainty of the order, which pages and exports show.
void add_ranks(Standings& standings);
/// That of one entrant; nothing if it has no rating, or before add_ranks().
std::optional<RankEstimate> ranks_of(const Standings& standings, std::size_t entrant);

/// The progress of the remaining entrants towards the tournament's goal. If a busy machine has decided games, it is the
/// lesser one of the progress with and without these. Requires: the tournament has a goal.
GoalProgress goal_progress(const Account& account, const Standings& standings);

}  // namespace referee::tournament

// The numbers that order entrants with equal points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// FIDE Handbook C.07, "Play-Off and Tie-Break Regulations", in force since 1 March 2026.
struct TieBreaks {
    /// Half points of all opponents, each counted once (8.1). A bye counts as a dummy opponent that has the entrant's
    /// own points, but not more than a draw in each round would give (16.4.2).
    std::uint64_t buchholz = 0;
    /// The same without the lowest of them (14.1).
    std::uint64_t buchholz_cut1 = 0;
    /// For each game the half points that it brought times those of the opponent, added up: quarters of points squared
    /// (9.1). A bye is a won pairing against the dummy.
    std::uint64_t sonneborn_berger = 0;
};

/// An entrant's points, and how often it rested.
struct PointsAndByes {
    std::uint64_t half_points = 0;  ///< those of byes included
    int byes = 0;
};

/// By entrant. `half_points_of_bye`: what a bye is worth, `rounds`: of the tournament; both only matter for byes.
std::vector<TieBreaks> tie_breaks_of(const std::vector<PointsAndByes>& entrants, const Results& results,
                                     std::uint64_t half_points_of_bye, int rounds);

/// Direct encounter (6.1): the half points of these entrants, in this order, from the games among them. Nothing unless
/// each has played each.
std::optional<std::vector<std::uint64_t>> direct_encounters(const std::vector<std::size_t>& tied,
                                                            const Results& results);

}  // namespace referee::tournament

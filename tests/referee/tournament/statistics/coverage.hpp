// Measures how often intervals contain the truth, in simulated tournaments of one shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/statistics/ratings.hpp"

struct Shape {
    std::string name;
    std::size_t entrants = 2;
    double spread = 200;  ///< the standard deviation of the true ratings, Elo
    double nu = 0.5;
    int games = 2;  ///< of a pairing; of a ladder: in all
    referee::tournament::Format format = referee::tournament::Format::round_robin;
    int rounds = 0;  ///< of a Swiss tournament; 0: the usual number
    double opening_for_side = 0;
    double opening_for_bot = 0;
};

struct Coverage {
    std::uint64_t ratings = 0, held = 0;  ///< intervals, and those that contain the truth
    std::uint64_t sides = 0, sides_held = 0;
    double squared_error = 0;  ///< of estimates, Elo squared
    std::uint64_t estimates = 0;
    double tau = 0;  ///< Kendall's rank correlation of truth and estimates, summed over tournaments
    std::uint64_t tournaments = 0;

    double share() const { return static_cast<double>(held) / static_cast<double>(ratings); }
    double side_share() const { return static_cast<double>(sides_held) / static_cast<double>(sides); }
    double error() const;
    double mean_tau() const { return tau / static_cast<double>(tournaments); }
};

/// Each tournament has new true ratings and a new first-move advantage (30 +- 30 Elo); the real schedules choose the
/// games. With `paired` the ratings know which games are pairs.
Coverage coverage(const Shape& shape, referee::tournament::RatingMethod method, int tournaments, std::uint64_t seed,
                  bool paired = true);

// Measures how often intervals contain the truth, in simulated tournaments of one shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

/// How the true ratings of a Shape are distributed.
enum class Strengths {
    normal,      ///< with the standard deviation `spread`
    two_groups,  ///< normal with 100 Elo around `spread` and around -`spread`, half of the entrants each
    champion,    ///< normal with 200 Elo, but the first entrant is `spread` above their mean
    heavy,       ///< Student's t with 2 degrees of freedom, times `spread`
    uniform,     ///< between -`spread` and `spread`
};

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
    Strengths strengths = Strengths::normal;
    double first_move = 30;  ///< the mean of the advantage, Elo
};

/// A true rating of an entrant.
double drawn_strength(const Shape& shape, std::size_t entrant, std::mt19937_64& random);
/// The results of a tournament, whose games the real schedule chooses.
referee::tournament::Results played(const Shape& shape, const Truth& truth, std::mt19937_64& random);

struct Coverage {
    std::uint64_t ratings = 0, held = 0;  ///< intervals, and those that contain the truth
    std::uint64_t sides = 0, sides_held = 0;
    double squared_error = 0;  ///< of estimates, Elo squared
    std::uint64_t estimates = 0;
    std::vector<double> widths;       ///< of intervals, Elo
    std::vector<double> best_widths;  ///< the same of the posterior that knows how the true ratings are distributed
    double tau = 0;                   ///< Kendall's rank correlation of truth and estimates, summed over tournaments
    std::uint64_t tournaments = 0;

    double share() const { return static_cast<double>(held) / static_cast<double>(ratings); }
    double side_share() const { return static_cast<double>(sides_held) / static_cast<double>(sides); }
    double error() const;
    /// The median width of intervals, divided by that of the posterior that knows how the true ratings are distributed.
    double relative_width() const;
    double mean_tau() const { return tau / static_cast<double>(tournaments); }
};

/// Each tournament has new true ratings and a new first-move advantage (30 +- 30 Elo); the real schedules choose the
/// games. With `paired` the ratings know which games are pairs.
/// The first `compared` tournaments are rated under the prior that knows how the true ratings are distributed, too.
Coverage coverage(const Shape& shape, int tournaments, std::uint64_t seed, bool paired = true, int compared = 0);

// A prior of the ratings: how the true ratings of a tournament are spread.
#pragma once

#include <cstddef>
#include <vector>

namespace referee::tournament {

/// Entrants in groups, the weakest first.
using Division = std::vector<std::vector<std::size_t>>;

/// Ratings are normal around the mean of their group. In natural units (400 / ln 10 Elo).
struct Spread {
    double width = 0;        ///< the standard deviation within a group
    Division division = {};  ///< empty: all entrants are one group
    /// Between the means of each group and of the next one: normal around this, with `gap_deviation` times as much.
    std::vector<double> gaps = {};

    static constexpr double gap_deviation = 0.3;
};

}  // namespace referee::tournament

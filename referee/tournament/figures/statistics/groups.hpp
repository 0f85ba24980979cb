// The connected parts of a tournament: ratings compare only within one.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// The connected parts of the undirected graph over the numbers from 0 to count - 1 with these edges, in order of their
/// first members; members ascend.
std::vector<std::vector<std::size_t>> connected_parts(std::size_t count,
                                                      const std::vector<std::pair<std::size_t, std::size_t>>& edges);

/// Entrants between which there are games, directly or through others.
class Groups {
public:
    explicit Groups(const Results& results);

    /// The connected parts of the tournament: no game was played between members of two of them. In order of first
    /// member.
    const std::vector<std::vector<std::size_t>>& connected() const { return connected_; }
    /// Which of the connected parts an entrant belongs to.
    std::size_t part_of(std::size_t entrant) const { return part_[entrant]; }

private:
    std::vector<std::vector<std::size_t>> connected_;
    std::vector<std::size_t> part_;
};

}  // namespace referee::tournament

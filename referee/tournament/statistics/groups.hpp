// Groups of comparable entrants: maximum likelihood has no finite answer where one side won every game (Ford 1957).
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// The connected parts of the undirected graph over the numbers from 0 to count - 1 with these edges, in order of their
/// first members; members ascend.
std::vector<std::vector<std::size_t>> connected_parts(std::size_t count,
                                                      const std::vector<std::pair<std::size_t, std::size_t>>& edges);

/// The graph "did not lose a game to": an edge from each winner to its loser, edges both ways for a draw.
///
/// Ratings of two entrants differ by a finite number exactly if each reaches the other (L. R. Ford, "Solution of a
/// ranking problem from binary comparisons", American Mathematical Monthly 64, 1957). If only one reaches the other, it
/// is infinitely better as far as the games tell. If neither does, the games do not compare them.
class Groups {
public:
    explicit Groups(const Results& results);

    /// Whether a chain of won or drawn games leads from one to the other; everybody reaches itself.
    bool reaches(std::size_t from, std::size_t to) const { return reach_[from][to]; }
    bool finite(std::size_t a, std::size_t b) const { return reaches(a, b) && reaches(b, a); }
    bool reaches_all(std::size_t from, const std::vector<std::size_t>& others) const;
    bool reached_by_all(std::size_t to, const std::vector<std::size_t>& others) const;

    /// The connected parts of the tournament: no game was played between members of two of them. In order of first
    /// member.
    const std::vector<std::vector<std::size_t>>& connected() const { return connected_; }
    /// Which of the connected parts an entrant belongs to.
    std::size_t part_of(std::size_t entrant) const { return part_[entrant]; }

    /// The entrants whose mean rating is the zero of a connected part: its largest set of entrants with finite
    /// differences (then that with most games, then that with the first entrant), or all of its members if no two
    /// differ by a finite number.
    std::vector<std::size_t> anchors(std::size_t part, const Results& results) const;

private:
    std::vector<boost::dynamic_bitset<>> reach_;
    std::vector<std::vector<std::size_t>> connected_;
    std::vector<std::size_t> part_;
};

}  // namespace referee::tournament

// The games of two bots as pairs, counted in their order, without exact repeats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// The number of pairs of games with sides swapped that gave a bot 0, 1/2, 1, 3/2 and 2 points. A game whose twin is
/// not finished belongs to no pair and does not count: what the pair shares (its opening, the sides) would be counted
/// as chance.
class PairCounts {
public:
    PairCounts() = default;
    explicit PairCounts(const std::array<std::uint64_t, 5>& counts) : counts_(counts) {}

    /// Adds `pairs` pairs. Both scores as the same bot sees them.
    void add(Score one, Score other, std::uint64_t pairs = 1) {
        counts_[static_cast<std::size_t>(one) + static_cast<std::size_t>(other)] += pairs;
    }
    const std::array<std::uint64_t, 5>& counts() const { return counts_; }
    std::uint64_t pairs() const;

private:
    std::array<std::uint64_t, 5> counts_ = {};
};

/// A finished game of entrants 0 and 1.
struct GameOfTwo {
    bool zero_first = true;      ///< whether entrant 0 moved first
    std::optional<Score> score;  ///< of entrant 0, whoever moved first; none: the game counts for nobody
    std::uint64_t moves = 0;     ///< a hash that is the same exactly for the same moves and chance
};

/// Counts the pairs of two entrants in the order of their numbers, each when both of its games and all pairs before it
/// are finished. So the counts are the same in whatever order games end. A pair of which both games are exact repeats
/// of those of an earlier pair tells nothing new, and is only counted as a repeat. Memory grows with the pairs.
class PairCourse {
public:
    enum class Pair : std::uint8_t {
        counted,
        repeated,
        nobodys,  ///< one of its games counts for nobody, and so the pair for nothing
    };
    struct Finished {
        Pair kind = Pair::counted;
        Score one = Score::draw;  ///< of entrant 0, if the pair is counted
        Score other = Score::draw;
    };

    /// Adds a finished game. Returns the pairs whose turn has come, in their order. Requires: pairs are numbered 0, 1,
    /// 2, ... and have two games; the last may have one.
    std::vector<Finished> add(int pair, const GameOfTwo& game);

    const PairCounts& counts() const { return counts_; }
    /// Pairs that were repeats, in all.
    std::uint64_t repeats() const { return repeats_; }

private:
    using Waiting = std::vector<GameOfTwo>;
    Finished count(const Waiting& pair);

    PairCounts counts_;
    std::uint64_t repeats_ = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;  ///< hashes: entrant 0 first, entrant 1 first
    std::map<int, Waiting> waiting_;
    int next_ = 0;  ///< the pair that is to be counted next
};

}  // namespace referee::tournament

// The games of two bots as pairs, counted in their order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "referee/tournament/figures/statistics/results.hpp"

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
    bool busy = false;           ///< a machine that was too busy has decided it (referee/core/match/busy_machine.hpp)
};

/// Returns the pairs of two entrants in the order of their numbers, each when both of its games and all pairs before it
/// are finished. So their order is the same in whatever order games end.
class PairCourse {
public:
    /// A pair that counts. Both scores are those of entrant 0.
    struct Finished {
        Score one = Score::draw;  ///< of the game that entrant 0 began
        Score other = Score::draw;
        std::uint64_t moves_of_one = 0;
        std::uint64_t moves_of_other = 0;
        bool busy = false;  ///< a machine that was too busy has decided at least one of the games
    };

    /// Adds a finished game. Returns the pairs whose turn has come, in their order. A pair of which one game counts for
    /// nobody is left out. Requires: pairs are numbered 0, 1, 2, ... and have two games; the last may have one.
    std::vector<Finished> add(int pair, const GameOfTwo& game);

private:
    using Waiting = std::vector<GameOfTwo>;

    static std::optional<Finished> finished(const Waiting& pair);

    std::map<int, Waiting> waiting_;
    int next_ = 0;  ///< the pair that is to be counted next
};

}  // namespace referee::tournament

// The sequential test of a tournament whose games end in any order: the verdict depends on the games alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "referee/tournament/statistics/sprt.hpp"

namespace referee::tournament {

/// Counts the pairs in the order of their numbers, each when both of its games and all pairs before it are finished,
/// and stops at the first that decides. What comes later changes nothing. So the verdict, the ratio and the counts are
/// the same in whatever order games end. Memory grows with the pairs that wait for others.
class SprtCourse {
public:
    /// Throws games::UserError if the settings are wrong.
    explicit SprtCourse(const SprtSettings& settings) : settings_(settings), state_(sprt({}, settings)) {}

    /// Adds a finished game. `score` is the score of entrant 0, whoever moved first; none: the game counts for nobody,
    /// and so its pair counts for nothing. Requires: pairs are numbered 0, 1, 2, ... and have two games.
    void add(int pair, std::optional<Score> score);

    bool decided() const { return state_.verdict != SprtVerdict::go_on; }
    const SprtSettings& settings() const { return settings_; }
    /// As of the last pair that was counted.
    const Sprt& state() const { return state_; }
    const PairCounts& pairs() const { return pairs_; }

private:
    struct Waiting {
        int games = 0;
        std::optional<Score> first;
        bool counts = true;
        std::optional<Score> second;
    };
    void count(const Waiting& pair);

    SprtSettings settings_;
    Sprt state_;
    PairCounts pairs_;
    std::map<int, Waiting> waiting_;
    int next_ = 0;  ///< the pair that is to be counted next
};

}  // namespace referee::tournament

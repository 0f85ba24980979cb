// The sequential test of a tournament whose games end in any order: the verdict depends on the games alone.
#pragma once

#include <vector>

#include "referee/tournament/statistics/pair_course.hpp"
#include "referee/tournament/statistics/repeats.hpp"
#include "referee/tournament/statistics/sprt.hpp"

namespace referee::tournament {

/// Counts pairs as a PairCourse does, and stops at the first that decides, or when more games hardly add evidence
/// (games_to_judge()), since they repeat others. What comes later changes nothing. So the verdict, the ratio and the
/// counts are the same in whatever order games end.
class SprtCourse {
public:
    /// Throws games::UserError if the settings are wrong.
    explicit SprtCourse(const SprtSettings& settings) : settings_(settings), state_(sprt({}, settings)) {}

    /// Adds a finished game; see PairCourse::add().
    void add(int pair, const GameOfTwo& game);

    bool decided() const { return state_.verdict != SprtVerdict::go_on; }
    /// Whether the test has stopped without a verdict, since the bots mostly repeat their games.
    bool only_repeats() const { return only_repeats_; }
    /// Whether it has stopped, one way or the other.
    bool ended() const { return decided() || only_repeats(); }

    const SprtSettings& settings() const { return settings_; }
    /// As of the last pair that was counted.
    const Sprt& state() const { return state_; }
    const PairCounts& pairs() const { return counts_; }
    /// The games of these pairs, with their effective number.
    const EffectiveGames& games() const { return games_; }

private:
    void count(const PairCourse::Finished& pair);
    bool hardly_grows() const;

    SprtSettings settings_;
    Sprt state_;
    PairCourse course_;
    PairCounts counts_;
    EffectiveGames games_;
    std::vector<double> effective_;  ///< the effective number of games after each pair
    bool only_repeats_ = false;
};

}  // namespace referee::tournament

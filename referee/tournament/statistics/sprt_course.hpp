// The sequential test of a tournament whose games end in any order: the verdict depends on the games alone.
#pragma once

#include <cstdint>

#include "referee/tournament/statistics/pair_course.hpp"
#include "referee/tournament/statistics/repeats.hpp"
#include "referee/tournament/statistics/sprt.hpp"

namespace referee::tournament {

/// Counts pairs as a PairCourse does, and stops at the first that decides, or after too many repeats in a row. What
/// comes later changes nothing. So the verdict, the ratio and the counts are the same in whatever order games end.
class SprtCourse {
public:
    /// Throws games::UserError if the settings are wrong.
    explicit SprtCourse(const SprtSettings& settings) : settings_(settings), state_(sprt({}, settings)) {}

    /// Adds a finished game; see PairCourse::add().
    void add(int pair, const GameOfTwo& game);

    bool decided() const { return state_.verdict != SprtVerdict::go_on; }
    /// Whether the test has stopped without a verdict, since the bots only repeat their games.
    bool only_repeats() const { return repeats_in_a_row_ >= Repeats::max_in_a_row; }
    /// Whether it has stopped, one way or the other.
    bool ended() const { return decided() || only_repeats(); }

    const SprtSettings& settings() const { return settings_; }
    /// As of the last pair that was counted.
    const Sprt& state() const { return state_; }
    const PairCounts& pairs() const { return counts_; }
    /// The number of pairs that were not counted, since they repeat others.
    std::uint64_t repeats() const { return repeats_; }

private:
    void count(const PairCourse::Finished& pair);

    SprtSettings settings_;
    Sprt state_;
    PairCourse course_;
    PairCounts counts_;
    std::uint64_t repeats_ = 0;
    int repeats_in_a_row_ = 0;
};

}  // namespace referee::tournament

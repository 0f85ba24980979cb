// The sequential test of a tournament whose games end in any order: the verdict depends on the games alone.
#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/figures/statistics/pair_course.hpp"
#include "referee/tournament/figures/statistics/repeats.hpp"
#include "referee/tournament/figures/statistics/sprt.hpp"

namespace referee::tournament {

/// A likelihood ratio along the pairs of games. It stops at the first pair that decides, or when more games hardly add
/// evidence (games_to_judge()), since they repeat others. What comes later changes nothing.
class RatioCourse {
public:
    /// Throws games::UserError if the settings are wrong.
    explicit RatioCourse(const SprtSettings& settings) : settings_(settings), state_(sprt({}, settings)) {}

    void add(const PairCourse::Finished& pair);

    const SprtSettings& settings() const { return settings_; }
    /// As of the last pair that was counted.
    const Sprt& state() const { return state_; }
    const PairCounts& pairs() const { return counts_; }
    /// The games of these pairs, with their effective number.
    const EffectiveGames& games() const { return games_; }
    bool decided() const { return state_.verdict != SprtVerdict::go_on; }
    /// Whether the course has stopped without a verdict, since the bots mostly repeat their games.
    bool only_repeats() const { return only_repeats_; }
    /// Whether it has stopped, one way or the other.
    bool ended() const { return decided() || only_repeats(); }

private:
    bool hardly_grows() const;

    SprtSettings settings_;
    Sprt state_;
    PairCounts counts_;
    EffectiveGames games_;
    std::vector<double> effective_;  ///< the effective number of games after each pair
    bool only_repeats_ = false;
};

/// The sequential test. Counts pairs as a PairCourse does, so the verdict, the ratio and the counts are the same in
/// whatever order games end. Its numbers are those without the pairs that a busy machine has decided. A bot can make
/// its own timeouts look like those of a busy machine, so a verdict must be the same if these games count, too. The
/// test goes on until both ratios have stopped.
class SprtCourse {
public:
    /// Throws games::UserError if the settings are wrong.
    explicit SprtCourse(const SprtSettings& settings) : undisturbed_(settings) {}

    /// Adds a finished game; see PairCourse::add().
    void add(int pair, const GameOfTwo& game);

    /// The verdict, if both ratios have it; otherwise `go_on`.
    SprtVerdict verdict() const;
    bool decided() const { return verdict() != SprtVerdict::go_on; }
    /// Whether the test has stopped without a verdict, since the bots mostly repeat their games.
    bool only_repeats() const { return undisturbed_.only_repeats() || (all_ && all_->only_repeats()); }
    /// Whether the test has stopped without a verdict, since the games that a busy machine has decided would change it.
    bool is_disputed() const;
    /// Whether it has stopped, one way or the other.
    bool ended() const { return decided() || only_repeats() || is_disputed(); }

    const SprtSettings& settings() const { return undisturbed_.settings(); }
    const Sprt& state() const { return undisturbed_.state(); }
    const PairCounts& pairs() const { return undisturbed_.pairs(); }
    const EffectiveGames& games() const { return undisturbed_.games(); }

private:
    PairCourse course_;
    RatioCourse undisturbed_;         ///< without the games that a busy machine has decided
    std::optional<RatioCourse> all_;  ///< from the first such pair on: all pairs
};

}  // namespace referee::tournament

// A knockout up to its latest results, according to its schedule.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "referee/tournament/schedule/knockout.hpp"

namespace referee::tournament {

/// Asks the schedule itself for the next pairings, so that tables can't disagree with the program that
/// plays. The order in which results are added makes no difference. Memory grows with the games, which are few.
class KnockoutCourse {
public:
    /// Throws games::UserError if the settings don't fit the entrants.
    KnockoutCourse(const FormatSettings& settings, const Field& field, std::uint64_t seed);

    /// Adds games that are planned. Requires: they continue after the last ones. Throws games::UserError if they
    /// are not the schedule's.
    void plan(std::span<const PlannedGame> games);
    /// Adds the result of a game. Throws games::UserError as plan() does.
    void add(const GameResult& result);

    bool finished() const { return finished_; }
    /// As far as is known: ties may still bring more.
    int total() const { return *schedule_->total(); }
    Knockout::Bracket bracket() const { return schedule_->bracket(results_); }

private:
    void follow();

    Field field_;
    std::unique_ptr<Knockout> schedule_;
    FinishedGames results_;
    std::vector<PlannedGame> planned_;
    std::size_t compared_ = 0;  ///< how many planned games have been found in the schedule
    bool finished_ = false;
};

}  // namespace referee::tournament

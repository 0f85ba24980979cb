#include "referee/tournament/schedule/knockout_course.hpp"

#include <algorithm>
#include <string>

#include "games/user_error.hpp"

namespace referee::tournament {

KnockoutCourse::KnockoutCourse(const FormatSettings& settings, const Field& field, std::uint64_t seed)
    : field_(field), schedule_(std::make_unique<Knockout>(settings, field, seed)) {
    follow();
}

void KnockoutCourse::plan(std::span<const PlannedGame> games) {
    planned_.insert(planned_.end(), games.begin(), games.end());
    for (const PlannedGame& game : games) {
        if (field_.cancelled().contains(game.number)) results_.add(cancelled_game(game.number));
    }
    follow();
}

void KnockoutCourse::add(const GameResult& result) {
    results_.add(result);
    follow();
}

/// A planned game is compared as soon as the results let the schedule know it.
void KnockoutCourse::follow() {
    finished_ = schedule_->finished(results_);
    const std::vector<PlannedGame>& known = schedule_->ready(results_);
    for (; compared_ < std::min(planned_.size(), known.size()); ++compared_) {
        if (planned_[compared_] == known[compared_]) continue;
        throw games::UserError("game " + std::to_string(compared_) + " is not the one that this knockout plans");
    }
}

}  // namespace referee::tournament

#include "referee/tournament/statistics/sprt_course.hpp"

namespace referee::tournament {

void SprtCourse::add(int pair, std::optional<Score> score) {
    if (decided() || pair < next_) return;
    Waiting& added = waiting_[pair];
    (added.games == 0 ? added.first : added.second) = score;
    added.counts = added.counts && score.has_value();
    ++added.games;
    while (!decided() && !waiting_.empty()) {
        const auto first = waiting_.begin();
        if (first->first != next_ || first->second.games < 2) return;
        count(first->second);
        waiting_.erase(first);
        ++next_;
    }
    waiting_.clear();
}

void SprtCourse::count(const Waiting& pair) {
    if (!pair.counts) return;
    pairs_.add(*pair.first, *pair.second);
    state_ = sprt(pairs_, settings_);
}

}  // namespace referee::tournament

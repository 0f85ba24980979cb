#include "referee/tournament/figures/statistics/sprt_course.hpp"

#include "games/dice.hpp"

namespace referee::tournament {

void RatioCourse::add(const PairCourse::Finished& pair) {
    if (ended()) return;
    counts_.add(pair.one, pair.other);
    games_.add(games::splitmix64(pair.moves_of_one));
    games_.add(~games::splitmix64(pair.moves_of_other));  // the same moves with sides swapped are another game
    effective_.push_back(games_.effective());
    state_ = sprt(counts_, settings_, games_.share());
    only_repeats_ = !decided() && hardly_grows();
}

bool RatioCourse::hardly_grows() const {
    const std::size_t pairs = (games_to_judge(games_.games()) + 1) / 2;
    if (effective_.size() < pairs) return false;
    const double before = effective_.size() == pairs ? 0 : effective_[effective_.size() - pairs - 1];
    return hardly_adds(effective_.back() - before, 2 * pairs);
}

void SprtCourse::add(int pair, const GameOfTwo& game) {
    for (const PairCourse::Finished& finished : course_.add(pair, game)) {
        if (ended()) return;
        if (finished.busy && !all_) all_ = undisturbed_;
        if (all_) all_->add(finished);
        if (!finished.busy) undisturbed_.add(finished);
    }
}

SprtVerdict SprtCourse::verdict() const {
    const SprtVerdict verdict = undisturbed_.state().verdict;
    return !all_ || all_->state().verdict == verdict ? verdict : SprtVerdict::go_on;
}

bool SprtCourse::is_disputed() const {
    return all_ && all_->decided() && undisturbed_.decided() && all_->state().verdict != undisturbed_.state().verdict;
}

}  // namespace referee::tournament

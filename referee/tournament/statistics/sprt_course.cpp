#include "referee/tournament/statistics/sprt_course.hpp"

#include "games/dice.hpp"

namespace referee::tournament {

void SprtCourse::add(int pair, const GameOfTwo& game) {
    if (ended()) return;
    for (const PairCourse::Finished& finished : course_.add(pair, game)) {
        if (!ended()) count(finished);
    }
}

void SprtCourse::count(const PairCourse::Finished& pair) {
    counts_.add(pair.one, pair.other);
    games_.add(games::splitmix64(pair.moves_of_one));
    games_.add(~games::splitmix64(pair.moves_of_other));  // the same moves with sides swapped are another game
    effective_.push_back(games_.effective());
    state_ = sprt(counts_, settings_, games_.share());
    only_repeats_ = !decided() && hardly_grows();
}

bool SprtCourse::hardly_grows() const {
    const std::size_t pairs = (games_to_judge(games_.games()) + 1) / 2;
    if (effective_.size() < pairs) return false;
    const double before = effective_.size() == pairs ? 0 : effective_[effective_.size() - pairs - 1];
    return hardly_adds(effective_.back() - before, 2 * pairs);
}

}  // namespace referee::tournament

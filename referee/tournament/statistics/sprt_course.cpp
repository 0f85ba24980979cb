#include "referee/tournament/statistics/sprt_course.hpp"

namespace referee::tournament {

void SprtCourse::add(int pair, const GameOfTwo& game) {
    if (ended()) return;
    for (const PairCourse::Finished& finished : course_.add(pair, game)) {
        if (!ended()) count(finished);
    }
}

void SprtCourse::count(const PairCourse::Finished& pair) {
    switch (pair.kind) {
        case PairCourse::Pair::nobodys: return;
        case PairCourse::Pair::repeated:
            ++repeats_;
            ++repeats_in_a_row_;
            return;
        case PairCourse::Pair::counted:
            repeats_in_a_row_ = 0;
            counts_.add(pair.one, pair.other);
            state_ = sprt(counts_, settings_);
            return;
    }
}

}  // namespace referee::tournament

#include "referee/tournament/paper/schedule/used_openings.hpp"

namespace referee::tournament {

void UsedOpenings::add(int place, int listed) {
    if (place < 0) return;
    if (listed > 0 && place < next_) place += (next_ - place + listed - 1) / listed * listed;
    while (listed > 0 && is_taken(place))
        place += listed;
    if (is_taken(place)) return;
    later_.insert(place);
    while (later_.erase(next_) > 0)
        ++next_;
}

bool UsedOpenings::is_taken(int place) const {
    return place < next_ || later_.contains(place);
}

}  // namespace referee::tournament

#include "referee/tournament/schedule/used_openings.hpp"

#include <algorithm>

namespace referee::tournament {

void UsedOpenings::add(int place, int listed) {
    if (place < 0) return;
    if (listed > 0 && place < next_) place += (next_ - place + listed - 1) / listed * listed;
    while (listed > 0 && is_taken(place))
        place += listed;
    if (is_taken(place)) return;
    later_.push_back(place);
    while (std::erase(later_, next_) > 0)
        ++next_;
}

bool UsedOpenings::is_taken(int place) const {
    return place < next_ || std::ranges::find(later_, place) != later_.end();
}

}  // namespace referee::tournament

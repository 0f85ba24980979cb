#include "referee/tournament/page/turn_times.hpp"

#include <algorithm>
#include <cmath>

namespace referee::tournament {

void TurnTimes::add(protocol::Micros wall, std::optional<protocol::Micros> cpu) {
    const double us = std::max(1.0, static_cast<double>(wall.count()));
    const auto place = static_cast<std::size_t>(std::log2(us) * per_octave);
    ++classes_[std::min(place, classes_.size() - 1)];
    ++turns_;
    longest_us_ = std::max(longest_us_, us);
    total_us_ += static_cast<double>(wall.count());
    if (cpu) cpu_us_ = cpu_us_.value_or(0) + static_cast<double>(cpu->count());
}

double TurnTimes::quantile_us(double share) const {
    const double wanted = share * static_cast<double>(turns_);
    std::uint64_t passed = 0;
    std::size_t place = 0;
    for (; place + 1 < classes_.size(); ++place) {
        passed += classes_[place];
        if (passed > 0 && static_cast<double>(passed) >= wanted) break;
    }
    return std::min(std::exp2((static_cast<double>(place) + 0.5) / per_octave), longest_us_);
}

void add_turns(const protocol::MatchLog& log, TurnTimes& first, TurnTimes& second) {
    for (const auto& ply : log.plies) {
        if (ply.wall) (ply.player == 0 ? first : second).add(*ply.wall, ply.cpu);
    }
}

}  // namespace referee::tournament

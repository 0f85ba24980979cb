#include "referee/tournament/tables/plan.hpp"

#include <algorithm>

namespace referee::tournament {

void Plan::add(std::span<const PlannedGame> games) {
    for (const PlannedGame& game : games) {
        pairs_.push_back(game.pair);
        if (settings_.format == Format::swiss) {
            auto& plays = plays_.try_emplace(game.round, entrants_, false).first->second;
            plays.at(static_cast<std::size_t>(game.first)) = true;
            plays.at(static_cast<std::size_t>(game.second)) = true;
        }
    }
}

int Plan::byes(int entrant) const {
    return static_cast<int>(std::count_if(plays_.begin(), plays_.end(), [&](const auto& round) {
        return !round.second[static_cast<std::size_t>(entrant)];
    }));
}

}  // namespace referee::tournament

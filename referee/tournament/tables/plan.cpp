#include "referee/tournament/tables/plan.hpp"

#include <algorithm>

namespace referee::tournament {

void Plan::add(std::span<const PlannedGame> games) {
    const auto entrants = static_cast<std::size_t>(field_.entrants());
    for (const PlannedGame& game : games) {
        pairs_.push_back(game.pair);
        if (settings_.format == Format::swiss) {
            auto& [first_game, plays] =
                rounds_.try_emplace(game.round, Round{game.number, std::vector<bool>(entrants)}).first->second;
            plays.at(static_cast<std::size_t>(game.first)) = true;
            plays.at(static_cast<std::size_t>(game.second)) = true;
        }
    }
}

int Plan::byes(int entrant) const {
    return static_cast<int>(std::count_if(rounds_.begin(), rounds_.end(), [&](const auto& round) {
        const auto& [first_game, plays] = round.second;
        return field_.is_in(entrant, first_game) && !plays[static_cast<std::size_t>(entrant)];
    }));
}

}  // namespace referee::tournament

#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

std::vector<std::string> TournamentHead::names() const {
    std::vector<std::string> names;
    for (const StoredEntrant& entrant : entrants)
        names.push_back(entrant.name);
    return names;
}

std::set<int> games_set_aside(const TournamentHead& head) {
    std::set<int> games;
    for (const Change& change : head.changes)
        games.insert(change.games.begin(), change.games.end());
    return games;
}

}  // namespace referee::tournament

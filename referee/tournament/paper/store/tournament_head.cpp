#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

std::set<int> games_set_aside(const TournamentHead& head) {
    std::set<int> games;
    for (const Change& change : head.changes)
        games.insert(change.games.begin(), change.games.end());
    return games;
}

}  // namespace referee::tournament

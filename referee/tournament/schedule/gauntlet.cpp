#include "referee/tournament/schedule/gauntlet.hpp"

namespace referee::tournament {

bool Gauntlet::add_round(const FinishedGames& /*results*/) {
    if (!games().empty()) return false;
    const int challenger = settings().challenger;
    int round = 0;
    for (int left = settings().games; left > 0; left -= 2, ++round) {
        bool challenger_first = true;
        for (int other = 0; other < entrants(); ++other) {
            if (other == challenger) continue;
            add_pair(round, challenger_first ? challenger : other, challenger_first ? other : challenger, left == 1);
            challenger_first = !challenger_first;
        }
    }
    return true;
}

}  // namespace referee::tournament

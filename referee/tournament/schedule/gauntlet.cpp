#include "referee/tournament/schedule/gauntlet.hpp"

namespace referee::tournament {

bool Gauntlet::add_round(const FinishedGames& /*results*/) {
    const int rounds = (settings().games + 1) / 2;
    if (round_ == rounds) return false;
    const int challenger = settings().challenger;
    do {
        const bool single = 2 * round_ + 1 == settings().games;
        bool challenger_first = true;
        for (int other = 0; other < entrants(); ++other) {
            if (other == challenger) continue;
            add_pair(round_, challenger_first ? challenger : other, challenger_first ? other : challenger, single);
            challenger_first = !challenger_first;
        }
        ++round_;
    } while (round_ < rounds && !settings().by_cycles);
    return true;
}

}  // namespace referee::tournament

#include "referee/tournament/schedule/gauntlet.hpp"

#include <algorithm>
#include <utility>

namespace referee::tournament {

Gauntlet::Gauntlet(const FormatSettings& settings, const Field& field, std::uint64_t seed,
                   const std::vector<PlannedGame>& planned)
    : Schedule(settings, field, seed) {
    adopt(planned);
}

std::optional<int> Gauntlet::total() const {
    if (!field().is_changed()) return settings().games * (entrants() - 1);
    int missing = 0;
    for (const int other : field().present()) {
        if (other != challenger() && field().is_in(challenger()))
            missing += std::max(0, settings().games - games_between(challenger(), other));
    }
    return planned() + missing;
}

bool Gauntlet::add_round(const FinishedGames& /*results*/) {
    if (!field().is_in(challenger(), planned())) return false;
    const int before = planned();
    round_ = next_round();
    int fewest = settings().games;
    for (const int other : field().present(before)) {
        if (other != challenger()) fewest = std::min(fewest, games_between(challenger(), other));
    }
    for (int cycle = (fewest + 1) / 2; 2 * cycle < settings().games; ++cycle) {
        const int before_cycle = planned();
        bool challenger_first = true;
        for (const int other : field().present(before)) {
            if (other == challenger()) continue;
            const int missing = games_after_cycle(cycle) - games_between(challenger(), other);
            if (missing > 0)
                add_pair(round_, challenger_first ? challenger() : other, challenger_first ? other : challenger(),
                         missing == 1);
            challenger_first = !challenger_first;
        }
        if (planned() > before_cycle) ++round_;
        if (settings().by_cycles && planned() > before) break;
    }
    return planned() > before;
}

}  // namespace referee::tournament

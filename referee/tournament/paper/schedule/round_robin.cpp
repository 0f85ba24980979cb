#include "referee/tournament/paper/schedule/round_robin.hpp"

#include <algorithm>

namespace referee::tournament {

namespace {

/// Decides who moves first in a single game between two places of a circle with an odd number of places. The place that
/// moves first is the one from which the other place is less than half a turn ahead. So everybody moves first in half
/// of its games. Returns the place that moves first, then the other place.
std::pair<int, int> by_turn(int a, int b, int circle) {
    const int ahead = (b - a + circle) % circle;
    return ahead <= circle / 2 ? std::pair(a, b) : std::pair(b, a);
}

}  // namespace

RoundRobin::RoundRobin(const FormatSettings& settings, const Field& field, const RunSeed& seed,
                       const std::vector<PlannedGame>& planned)
    : Schedule(settings, field, seed) {
    adopt(planned);
}

std::optional<std::int64_t> RoundRobin::total(const FinishedGames& /*results*/) const {
    std::int64_t missing = 0;
    for (const auto& round : cycle_of(field().present())) {
        for (const auto& [first, second] : round)
            missing += std::max(0, settings().games - games_between(first, second));
    }
    return planned() + missing;
}

bool RoundRobin::add_round(const FinishedGames& /*results*/) {
    const Cycle cycle = cycle_of(field().present(planned()));
    int fewest = settings().games;
    for (const auto& round : cycle) {
        for (const auto& [first, second] : round)
            fewest = std::min(fewest, games_between(first, second));
    }
    const int before = planned();
    const bool sides_by_cycle = !field().is_changed() || before == 0;
    int number = next_round();
    for (int done = fewest / 2; 2 * done < settings().games; ++done) {
        const int wanted = std::min(2 * (done + 1), settings().games);
        for (const auto& round : cycle) {
            const int before_round = planned();
            for (const auto& [first, second] : round) {
                const int missing = wanted - games_between(first, second);
                const bool swap = missing == 1 && !sides_by_cycle && first_of(first, second) == second;
                if (missing > 0) add_pair(number, swap ? second : first, swap ? first : second, missing == 1);
            }
            if (planned() > before_round) ++number;
        }
        if (settings().by_cycles && planned() > before) break;
    }
    return planned() > before;
}

RoundRobin::Cycle RoundRobin::cycle_of(const std::vector<int>& present) const {
    if (settings().format == Format::gauntlet) {
        const int challenger = field().holder_of(settings().challenger);
        if (std::ranges::find(present, challenger) == present.end()) return {};
        Cycle cycle(1);
        for (const int other : present) {
            if (other == challenger) continue;
            const bool challenger_first = cycle[0].size() % 2 == 0;
            cycle[0].emplace_back(challenger_first ? challenger : other, challenger_first ? other : challenger);
        }
        return cycle;
    }
    // If the number of entrants is even, one entrant stands in the middle of the circle. If it is odd, the entrant
    // without an opposite has a bye.
    const int count = static_cast<int>(present.size());
    const bool middle = count % 2 == 0;
    const int circle = middle ? count - 1 : count;
    Cycle cycle;
    for (int turn = 0; turn < circle; ++turn) {
        cycle.emplace_back();
        const auto pair = [&](std::pair<int, int> places) {
            cycle.back().emplace_back(present[static_cast<std::size_t>(places.first)],
                                      present[static_cast<std::size_t>(places.second)]);
        };
        if (middle) pair(turn % 2 == 0 ? std::pair(turn, circle) : std::pair(circle, turn));
        for (int step = 1; step <= circle / 2; ++step)
            pair(by_turn((turn + step) % circle, (turn - step + circle) % circle, circle));
    }
    return cycle;
}

}  // namespace referee::tournament

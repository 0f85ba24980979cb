#include "referee/tournament/schedule/round_robin.hpp"

#include <algorithm>
#include <utility>

namespace referee::tournament {

namespace {

/// The first mover of a single game between two of an odd number of places in a circle: the one from which the other is
/// less than half a turn away. So everybody moves first in half of its games.
std::pair<int, int> by_turn(int a, int b, int circle) {
    const int ahead = (b - a + circle) % circle;
    return ahead <= circle / 2 ? std::pair(a, b) : std::pair(b, a);
}

}  // namespace

RoundRobin::RoundRobin(const FormatSettings& settings, const Field& field, std::uint64_t seed,
                       const std::vector<PlannedGame>& planned)
    : Schedule(settings, field, seed) {
    adopt(planned);
}

std::optional<int> RoundRobin::total() const {
    if (!field().is_changed()) return settings().games * (entrants() * (entrants() - 1) / 2);
    const std::vector<int> present = field().present();
    int missing = 0;
    for (std::size_t i = 0; i < present.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            missing += std::max(0, settings().games - games_between(present[i], present[j]));
    }
    return planned() + missing;
}

bool RoundRobin::add_round(const FinishedGames& /*results*/) {
    const std::vector<int> present = field().present(planned());
    const int before = planned();
    round_ = next_round();
    for (int cycle = first_cycle(present); 2 * cycle < settings().games; ++cycle) {
        add_cycle(present, cycle);
        if (settings().by_cycles && planned() > before) break;
    }
    return planned() > before;
}

/// Those before it are complete.
int RoundRobin::first_cycle(const std::vector<int>& present) const {
    int fewest = settings().games;
    for (std::size_t i = 0; i < present.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            fewest = std::min(fewest, games_between(present[i], present[j]));
    }
    return (fewest + 1) / 2;
}

void RoundRobin::add_cycle(const std::vector<int>& present, int cycle) {
    // With an even number one stands in the middle; with an odd number the one without an opposite has to wait.
    const int count = static_cast<int>(present.size());
    const auto who = [&](int place) { return present[static_cast<std::size_t>(place)]; };
    const bool middle = count % 2 == 0;
    const int circle = middle ? count - 1 : count;
    for (int turn = 0; turn < circle; ++turn) {
        const int before = planned();
        if (middle) {
            const auto [first, second] = turn % 2 == 0 ? std::pair(turn, circle) : std::pair(circle, turn);
            add_missing(cycle, who(first), who(second));
        }
        for (int step = 1; step <= circle / 2; ++step) {
            const auto [first, second] = by_turn((turn + step) % circle, (turn - step + circle) % circle, circle);
            add_missing(cycle, who(first), who(second));
        }
        if (planned() > before) ++round_;
    }
}

void RoundRobin::add_missing(int cycle, int first, int second) {
    const int missing = games_after_cycle(cycle) - games_between(first, second);
    if (missing > 0) add_pair(round_, first, second, missing == 1);
}

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

#include "referee/tournament/schedule/round_robin.hpp"

#include <utility>

namespace referee::tournament {

namespace {

/// The first mover of a single game between two of an odd number of places in a circle: the one from whom the other is
/// less than half a turn away. Everybody is that as often as not.
std::pair<int, int> by_turn(int a, int b, int circle) {
    const int ahead = (b - a + circle) % circle;
    return ahead <= circle / 2 ? std::pair(a, b) : std::pair(b, a);
}

}  // namespace

std::optional<int> RoundRobin::total() const {
    return settings().games * (entrants() * (entrants() - 1) / 2);
}

bool RoundRobin::add_round(const FinishedGames& /*results*/) {
    if (planned_ >= settings().games) return false;
    do {
        add_cycle(settings().games - planned_ == 1);
        planned_ += 2;
    } while (planned_ < settings().games && !settings().by_cycles);
    return true;
}

void RoundRobin::add_cycle(bool single) {
    // With an even number one stands in the middle; with an odd number the one opposite to nobody has to wait.
    const bool middle = entrants() % 2 == 0;
    const int circle = middle ? entrants() - 1 : entrants();
    for (int turn = 0; turn < circle; ++turn, ++round_) {
        if (middle) {
            const auto [first, second] = turn % 2 == 0 ? std::pair(turn, circle) : std::pair(circle, turn);
            add_pair(round_, first, second, single);
        }
        for (int step = 1; step <= circle / 2; ++step) {
            const auto [first, second] = by_turn((turn + step) % circle, (turn - step + circle) % circle, circle);
            add_pair(round_, first, second, single);
        }
    }
}

}  // namespace referee::tournament

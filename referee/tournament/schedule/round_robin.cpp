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
    if (!games().empty()) return false;
    // With an even number one stands in the middle; with an odd number the one opposite to nobody has to wait.
    const bool middle = entrants() % 2 == 0;
    const int circle = middle ? entrants() - 1 : entrants();
    int round = 0;
    for (int left = settings().games; left > 0; left -= 2) {
        for (int turn = 0; turn < circle; ++turn, ++round) {
            if (middle) {
                const auto [first, second] = turn % 2 == 0 ? std::pair(turn, circle) : std::pair(circle, turn);
                add_pair(round, first, second, left == 1);
            }
            for (int step = 1; step <= circle / 2; ++step) {
                const auto [first, second] = by_turn((turn + step) % circle, (turn - step + circle) % circle, circle);
                add_pair(round, first, second, left == 1);
            }
        }
    }
    return true;
}

}  // namespace referee::tournament

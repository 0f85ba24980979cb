// Adds games up.
#include "referee/tournament/statistics/results.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace referee::tournament {

void Results::add(std::size_t first, std::size_t second, Score score) {
    add(first, second, Tally{score == Score::win, score == Score::draw, score == Score::loss});
}

void Results::add(std::size_t first, std::size_t second, const Tally& tally) {
    if (first >= entrants_ || second >= entrants_ || first == second) {
        throw std::invalid_argument(fmt::format("no game of entrants {} and {} among {}", first, second, entrants_));
    }
    if (tally.games() == 0) return;
    Tally& sum = tallies_[{first, second}];
    sum.wins += tally.wins;
    sum.draws += tally.draws;
    sum.losses += tally.losses;
}

Tally Results::of(std::size_t entrant) const {
    Tally sum;
    for (const auto& [pair, tally] : tallies_) {
        if (pair.first != entrant && pair.second != entrant) continue;
        const bool first = pair.first == entrant;
        sum.wins += first ? tally.wins : tally.losses;
        sum.draws += tally.draws;
        sum.losses += first ? tally.losses : tally.wins;
    }
    return sum;
}

Tally Results::between(std::size_t entrant, std::size_t other) const {
    Tally sum;
    if (const auto found = tallies_.find({entrant, other}); found != tallies_.end()) sum = found->second;
    if (const auto found = tallies_.find({other, entrant}); found != tallies_.end()) {
        sum.wins += found->second.losses;
        sum.draws += found->second.draws;
        sum.losses += found->second.wins;
    }
    return sum;
}

Tally Results::total() const {
    Tally sum;
    for (const auto& [pair, tally] : tallies_) {
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
    }
    return sum;
}

}  // namespace referee::tournament

#include "referee/tournament/figures/statistics/pair_course.hpp"

#include <numeric>

namespace referee::tournament {

std::uint64_t PairCounts::pairs() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::vector<PairCourse::Finished> PairCourse::add(int pair, const GameOfTwo& game) {
    std::vector<Finished> pairs;
    waiting_[pair].push_back(game);
    for (auto first = waiting_.begin(); first != waiting_.end(); first = waiting_.begin()) {
        if (first->first != next_ || first->second.size() < 2) break;
        if (const auto next = finished(first->second)) pairs.push_back(*next);
        waiting_.erase(first);
        ++next_;
    }
    return pairs;
}

std::optional<PairCourse::Finished> PairCourse::finished(const Waiting& pair) {
    const GameOfTwo& one = pair[pair[0].zero_first ? 0 : 1];
    const GameOfTwo& other = pair[pair[0].zero_first ? 1 : 0];
    if (!one.score || !other.score) return std::nullopt;
    return Finished{*one.score, *other.score, one.moves, other.moves, one.busy || other.busy};
}

}  // namespace referee::tournament

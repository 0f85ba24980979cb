// The transitive closure of "did not lose to", by Warshall's algorithm on rows of bits.
#include "referee/tournament/statistics/groups.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <tuple>

namespace referee::tournament {

std::vector<std::vector<std::size_t>> connected_parts(std::size_t count,
                                                      const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
    using Adjacency = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    const Adjacency graph(edges.begin(), edges.end(), count);
    std::vector<std::size_t> part_of(count);
    std::vector<std::vector<std::size_t>> parts(boost::connected_components(graph, part_of.data()));
    for (std::size_t i = 0; i < count; ++i)
        parts[part_of[i]].push_back(i);
    return parts;
}

Groups::Groups(const Results& results)
    : reach_(results.entrants(), boost::dynamic_bitset<>(results.entrants())), part_(results.entrants()) {
    std::vector<Results::Pair> met;
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        reach_[i].set(i);
    }
    for (const auto& [pair, tally] : results.tallies()) {
        if (results.weight(pair.first, pair.second) == 0) continue;
        met.push_back(pair);
        if (tally.wins + tally.draws > 0) reach_[pair.first].set(pair.second);
        if (tally.losses + tally.draws > 0) reach_[pair.second].set(pair.first);
    }
    for (std::size_t via = 0; via < reach_.size(); ++via) {
        for (auto& row : reach_) {
            if (row[via]) row |= reach_[via];
        }
    }
    connected_ = connected_parts(results.entrants(), met);
    for (std::size_t part = 0; part < connected_.size(); ++part) {
        for (const std::size_t member : connected_[part])
            part_[member] = part;
    }
}

bool Groups::reaches_all(std::size_t from, const std::vector<std::size_t>& others) const {
    return std::all_of(others.begin(), others.end(), [&](std::size_t other) { return reaches(from, other); });
}

bool Groups::reached_by_all(std::size_t to, const std::vector<std::size_t>& others) const {
    return std::all_of(others.begin(), others.end(), [&](std::size_t other) { return reaches(other, to); });
}

std::vector<std::size_t> Groups::anchors(std::size_t part, const Results& results) const {
    const auto& members = connected_[part];
    std::vector<std::size_t> best;
    std::uint64_t best_games = 0;
    for (const std::size_t i : members) {
        std::vector<std::size_t> set;
        std::copy_if(members.begin(), members.end(), std::back_inserter(set),
                     [&](std::size_t j) { return finite(i, j); });
        if (set.front() != i) continue;
        std::uint64_t games = 0;
        for (const std::size_t j : set) {
            games += results.of(j).games();
        }
        if (std::tuple(set.size(), games) > std::tuple(best.size(), best_games)) {
            best = std::move(set);
            best_games = games;
        }
    }
    return best.size() > 1 ? best : members;
}

}  // namespace referee::tournament

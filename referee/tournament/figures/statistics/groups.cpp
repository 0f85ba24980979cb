#include "referee/tournament/figures/statistics/groups.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>

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

Groups::Groups(const Results& results) : part_(results.entrants()) {
    std::vector<Results::Pair> met;
    for (const auto& [pair, tally] : results.tallies()) {
        if (results.weight(pair.first, pair.second) > 0) met.push_back(pair);
    }
    connected_ = connected_parts(results.entrants(), met);
    for (std::size_t part = 0; part < connected_.size(); ++part) {
        for (const std::size_t member : connected_[part])
            part_[member] = part;
    }
}

}  // namespace referee::tournament

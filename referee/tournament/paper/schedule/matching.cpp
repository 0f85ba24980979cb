#include "referee/tournament/paper/schedule/matching.hpp"

#include <algorithm>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

namespace referee::tournament {

namespace {

/// Enumerates the perfect matchings, and checks for each whether enough disjoint matchings remain in the rest of the
/// graph.
class DisjointMatchings {
public:
    DisjointMatchings(const Graph& graph, int& effort) : graph_(graph), effort_(effort) {}

    bool exist(int rounds) {
        if (rounds == 0) return true;
        int min_degree = graph_.size();
        for (int a = 0; a < graph_.size(); ++a)
            min_degree = std::min(min_degree, graph_.degree(a));
        if (min_degree < rounds) return false;
        // Dirac (1952): if every node has edges to at least half of the nodes, there is a Hamiltonian cycle, and so a
        // matching.
        if (2 * (min_degree - (rounds - 1)) >= graph_.size()) return true;
        return pair_lowest(std::vector<bool>(static_cast<std::size_t>(graph_.size()), true), rounds);
    }

private:
    bool pair_lowest(std::vector<bool> free, int rounds) {
        if (--effort_ < 0) return true;
        const auto lowest = std::find(free.begin(), free.end(), true);
        if (lowest == free.end()) return exist(rounds - 1);
        *lowest = false;
        const int a = static_cast<int>(lowest - free.begin());
        for (int b = a + 1; b < graph_.size(); ++b) {
            if (!free[static_cast<std::size_t>(b)] || !graph_.has(a, b)) continue;
            free[static_cast<std::size_t>(b)] = false;
            graph_.set(a, b, false);
            const bool found = pair_lowest(free, rounds);
            graph_.set(a, b, true);
            if (found) return true;
            free[static_cast<std::size_t>(b)] = true;
        }
        return false;
    }

    Graph graph_;
    int& effort_;
};

}  // namespace

int Graph::degree(int a) const {
    int count = 0;
    for (int b = 0; b < size_; ++b)
        count += has(a, b) ? 1 : 0;
    return count;
}

Partners largest_matching(const Graph& graph, const std::vector<bool>& present) {
    using Adjacency = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    using Vertex = boost::graph_traits<Adjacency>::vertex_descriptor;
    std::vector<int> names;
    for (int a = 0; a < graph.size(); ++a) {
        if (present[static_cast<std::size_t>(a)]) names.push_back(a);
    }
    Adjacency adjacency(names.size());
    for (std::size_t a = 0; a < names.size(); ++a) {
        for (std::size_t b = a + 1; b < names.size(); ++b) {
            if (graph.has(names[a], names[b])) boost::add_edge(a, b, adjacency);
        }
    }
    std::vector<Vertex> mates(names.size());
    boost::edmonds_maximum_cardinality_matching(adjacency, mates.data());
    Partners partners(static_cast<std::size_t>(graph.size()), -1);
    for (std::size_t a = 0; a < names.size(); ++a) {
        if (mates[a] != boost::graph_traits<Adjacency>::null_vertex())
            partners[static_cast<std::size_t>(names[a])] = names[mates[a]];
    }
    return partners;
}

std::optional<Partners> perfect_matching(const Graph& graph, const std::vector<bool>& present) {
    Partners partners = largest_matching(graph, present);
    const bool is_perfect = std::ranges::count(partners, -1) == std::ranges::count(present, false);
    return is_perfect ? std::optional(std::move(partners)) : std::nullopt;
}

bool has_disjoint_matchings(const Graph& graph, int rounds, int& effort) {
    return DisjointMatchings(graph, effort).exist(rounds);
}

}  // namespace referee::tournament

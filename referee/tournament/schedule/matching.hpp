// Tells which entrants may be paired, and whether all of them can be.
#pragma once

#include <optional>
#include <vector>

namespace referee::tournament {

/// An undirected graph over the numbers from 0 to size - 1.
class Graph {
public:
    explicit Graph(int size) : size_(size), edges_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

    int size() const { return size_; }
    bool has(int a, int b) const { return edges_[place(a, b)] != 0; }
    void set(int a, int b, bool edge) { edges_[place(a, b)] = edges_[place(b, a)] = edge ? 1 : 0; }
    int degree(int a) const;

private:
    std::size_t place(int a, int b) const {
        return static_cast<std::size_t>(a) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(b);
    }

    int size_;
    std::vector<char> edges_;
};

/// Everybody's partner; -1 for those who are left out.
using Partners = std::vector<int>;

/// Pairs all those who are present along edges of the graph, or nothing if that can't be done: Edmonds's algorithm
/// ("Paths, trees, and flowers", 1965) as Boost.Graph has it. Its algorithm for weighted graphs is not to be relied on
/// before Boost 1.89 (boostorg/graph, issue 399).
std::optional<Partners> perfect_matching(const Graph& graph, const std::vector<bool>& present);

/// Whether everybody can be paired `rounds` times without a pair twice. If that is hard to say it takes `effort`
/// steps at most, which it counts down, and then says yes.
bool has_disjoint_matchings(const Graph& graph, int rounds, int& effort);

}  // namespace referee::tournament

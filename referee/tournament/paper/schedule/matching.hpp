// A graph of the entrants that may be paired, and perfect matchings in it.
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

/// The partner of each entrant; -1 for entrants that are left out.
using Partners = std::vector<int>;

/// Pairs as many present entrants as possible along edges of the graph. Uses Edmonds's algorithm ("Paths, trees, and
/// flowers", 1965) in Boost.Graph. Boost's algorithm for weighted graphs is unreliable before Boost 1.89
/// (boostorg/graph, issue 399).
Partners largest_matching(const Graph& graph, const std::vector<bool>& present);

/// Pairs all present entrants along edges of the graph. Returns nothing if that is impossible.
std::optional<Partners> perfect_matching(const Graph& graph, const std::vector<bool>& present);

/// Whether everybody can be paired `rounds` times without a repeated pair. Each step of the search decreases `effort`.
/// If it is used up without an answer, the result is true.
bool has_disjoint_matchings(const Graph& graph, int rounds, int& effort);

}  // namespace referee::tournament

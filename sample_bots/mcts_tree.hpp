// The tree of a Monte Carlo tree search: the samples of each move, and proven results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace sample_bots {

/// A move that has been considered, with the samples in which it was made. Scores are from the view of the side that
/// made the move: 1 a win, 0.5 a draw, 0 a loss.
template <class Move>
struct MctsNode {
    float visits = 0;                                 ///< samples, those that only an evaluation stands for included
    float score = 0;                                  ///< their sum
    std::uint32_t children = 0;                       ///< index of the first one
    std::uint16_t count = 0;                          ///< of the children; 0: not expanded yet
    games::Outcome proven = games::Outcome::ongoing;  ///< the result with best play, if it is known
    Move move{};
};

/// All nodes in one block of memory. Node 0 is the root, the position that is searched.
template <class Move>
class MctsTree {
public:
    using Node = MctsNode<Move>;

    /// At most this many nodes. Their memory is taken from the system as it is touched.
    static constexpr std::size_t capacity = std::size_t{1} << 21;

    static constexpr std::size_t max_children = std::size_t{1} << 15;

    MctsTree() {
        nodes_.reserve(capacity);
        spare_.reserve(capacity);
        clear();
    }

    Node& operator[](std::size_t index) { return nodes_[index]; }
    const Node& operator[](std::size_t index) const { return nodes_[index]; }
    Node& root() { return nodes_.front(); }
    /// Whether there is room for the children of any node.
    bool has_room() const { return nodes_.size() + max_children <= capacity; }

    void clear() { nodes_.assign(1, Node{}); }

    /// Appends the children of a node, best first.
    void expand(std::size_t index, const std::vector<Node>& children) {
        nodes_[index].children = static_cast<std::uint32_t>(nodes_.size());
        nodes_[index].count = static_cast<std::uint16_t>(children.size());
        nodes_.insert(nodes_.end(), children.begin(), children.end());
    }

    /// Makes this node the root, and forgets everything that is not below it. Copies from the top down until `stop()`,
    /// which is asked now and then, says so: what lies further below is forgotten, too.
    template <class Stop>
    void descend(std::size_t index, Stop stop) {
        constexpr std::size_t nodes_between_looks = 256;
        spare_.assign(1, nodes_[index]);
        bool stopped = false;
        for (std::size_t i = 0; i < spare_.size(); ++i) {
            if (!stopped && i % nodes_between_looks == 0) stopped = stop();
            if (stopped) spare_[i].count = 0;
            const auto from = static_cast<std::ptrdiff_t>(spare_[i].children);
            const auto count = static_cast<std::ptrdiff_t>(spare_[i].count);
            spare_[i].children = static_cast<std::uint32_t>(spare_.size());
            spare_.insert(spare_.end(), nodes_.begin() + from, nodes_.begin() + from + count);
        }
        nodes_.swap(spare_);
    }

private:
    std::vector<Node> nodes_;
    std::vector<Node> spare_;  ///< only descend() uses it
};

}  // namespace sample_bots

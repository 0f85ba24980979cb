// The tree of a Monte Carlo tree search: the samples of each move, and proven results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace sample_bots {

/// A move in the tree, with the samples in which it was made. Scores are from the point of view of the side that made
/// the move: 1 for a win, 0.5 for a draw, 0 for a loss.
template <class Move>
struct MctsNode {
    float visits = 0;            ///< number of samples, including those that an evaluation counts for
    float score = 0;             ///< sum of their scores
    std::uint32_t children = 0;  ///< index of the first child
    std::uint16_t count = 0;     ///< number of children; 0 if the node is not expanded
    games::Outcome proven = games::Outcome::ongoing;  ///< the result with best play, if it is known
    Move move{};
};

/// All nodes in one block of memory. Node 0 is the root, the position that is searched.
template <class Move>
class MctsTree {
public:
    using Node = MctsNode<Move>;

    /// The maximum number of nodes. The system provides their memory when it is first used.
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

    /// Makes this node the root, and forgets all nodes that are not below it. Copies from the top down until `stop()`
    /// returns true, and forgets the nodes further below. Calls `stop()` every `nodes_between_looks` nodes.
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
    std::vector<Node> spare_;  ///< used only by descend()
};

}  // namespace sample_bots

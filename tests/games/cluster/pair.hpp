// One game of CLUSTER played twice at once, by the rule core and by the slow reference.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "games/board.hpp"
#include "tests/reference/cluster.hpp"

namespace games_test {

/// The spec string of these settings, for games::parse_spec.
std::string spec_of(const reference::ClusterSettings& settings);

/// How the reference's result reads in the core's words.
games::Outcome outcome_of(reference::ClusterResult result);

class ClusterPair {
public:
    ClusterPair(const reference::ClusterSettings& settings, std::uint64_t seed);

    /// Makes the move in both. Requires: the reference lists it.
    void play(const std::string& move);
    /// The difference between the two, or an empty string.
    std::string difference() const;
    /// Writes the turn blocks of the side to move, which counts as told then, and answers with what differs.
    /// Requires: the game is not over.
    std::string difference_of_turn_blocks();
    /// The difference between the setup blocks, or an empty string.
    std::string difference_of_setup_blocks() const;
    bool is_over() const { return reference_.result != reference::ClusterResult::none_yet; }

    const reference::Cluster& by_reference() const { return reference_; }
    const games::Board& by_core() const { return *core_; }
    /// The spec, the seed and the moves so far: all that it takes to see a failure again.
    std::string how_to_reproduce() const;

private:
    std::uint64_t seed_;
    reference::Cluster reference_;
    std::array<reference::Cluster, 2> told_;  ///< the game when each player was asked last
    std::unique_ptr<games::Board> core_;
    std::vector<std::string> moves_;
    games::Verdict verdict_ = games::Verdict::played;
};

}  // namespace games_test

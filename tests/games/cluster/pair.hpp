// Plays one game of CLUSTER twice at once: with the rule core and with the slow reference.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/games/comparison.hpp"
#include "tests/reference/cluster.hpp"

namespace games_test {

/// The spec string of these settings, for games::parse_spec.
inline std::string spec_of(const reference::ClusterSettings& settings) {
    return "cluster:side=" + std::to_string(settings.side) + ",connect=" + std::to_string(settings.connect) +
           ",max_plies=" + std::to_string(settings.max_plies);
}

class ClusterPair : public BoardPair<reference::Cluster> {
public:
    ClusterPair(const reference::ClusterSettings& settings, std::uint64_t seed)
        : BoardPair(spec_of(settings), reference::Cluster(settings, seed), seed), told_{reference_, reference_} {}

    /// Compares the turn blocks for the side to move, and treats them as sent. Returns the difference, or an empty
    /// string. Requires: the game is not over.
    std::string difference_of_turn_blocks() {
        auto& told = told_[static_cast<std::size_t>(reference_.to_move)];
        std::string block;
        core_->write_turn(block);
        const std::string expected = reference_.turn_block(told);
        told = reference_;
        return block == expected ? "" : "turn block:\n" + block + "where the reference has:\n" + expected;
    }
    /// Compares the setup blocks. Returns the difference, or an empty string.
    std::string difference_of_setup_blocks() const {
        for (const auto side : {games::Side::first, games::Side::second}) {
            std::string block;
            core_->write_setup(side, block);
            if (block != reference_.setup_block(games::index(side))) return "setup block:\n" + block;
        }
        return "";
    }

private:
    std::array<reference::Cluster, 2> told_;  ///< by player: the game as it was when the player last got a turn block
};

}  // namespace games_test

// Plays short games of CLUSTER with chosen hands, in the rule core and in the slow reference at once.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "games/cluster/rules.hpp"
#include "tests/games/cluster/pair.hpp"
#include "tests/reference/cluster.hpp"

namespace games_test {

/// A game in which the test chooses the hands. Moves are keys, separated by spaces: `3c` puts a pellet of colour c (2)
/// into column 3, and `r2` rotates by 2. For a rotation, the default hand has one pellet of each of the player's
/// colours. For a placement, it has the placed pellet and one pellet of the player's other colour. Used-up colours are
/// left out. A prefix sets another hand: `aa:3a`.
class ClusterScript {
public:
    using Rules = games::cluster::Cluster<4>;

    /// Requires: side 3 or 4.
    explicit ClusterScript(const reference::ClusterSettings& settings)
        : rules({settings.side, settings.connect, settings.max_plies}), state(rules.start()), slow(settings, 0) {
        set_hand("");
    }

    /// Puts pellets on the empty board under gravity 0, column by column, and in each column from the lowest cell
    /// upwards.
    void put(const std::vector<std::string>& stacks) {
        for (std::size_t column = 0; column < stacks.size(); ++column) {
            for (const char letter : stacks[column])
                put(static_cast<int>(column), letter - 'a');
        }
    }

    void play(const std::string& keys) {
        std::istringstream words(keys);
        for (std::string key; words >> key;) {
            INFO(keys << " at " << key);
            REQUIRE(state.outcome == games::Outcome::ongoing);
            play_one(key);
            REQUIRE(state.outcome == outcome_of(slow));
            REQUIRE(rules.reason(state) == slow.reason);
            REQUIRE(frame() == slow.frame());
            for (std::size_t colour = 0; colour < 4; ++colour)
                REQUIRE(state.bags[colour] == bag_of_slow(colour));
        }
    }

    std::string frame() const;
    /// The indices of the pellets in a column, from the lowest cell upwards, each followed by a space.
    std::string column(int number) const;

    Rules rules;
    Rules::State state;  ///< its hand is empty between moves
    reference::Cluster slow;

private:
    void put(int column, int colour);
    void play_one(const std::string& key);
    void set_hand(const std::string& letters);
    /// How many pellets the reference's bag would hold if it had not drawn a hand with its own generator.
    int bag_of_slow(std::size_t colour) const;
};

}  // namespace games_test

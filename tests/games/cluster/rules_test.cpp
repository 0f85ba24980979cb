// Tests how games of CLUSTER end, with scripted positions in core and reference.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/cluster/view.hpp"
#include "games/cluster/wire.hpp"
#include "tests/games/cluster/pair.hpp"
#include "tests/reference/cluster.hpp"

namespace games_test {

namespace {

using games::Outcome;

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

    std::string frame() const {
        std::string text;
        append_frame(rules, state, text);
        return text;
    }
    /// The indices of the pellets in a column, from the lowest cell upwards, each followed by a space.
    std::string column(int number) const {
        std::vector<int> stack;
        int cell = slow.top(number, slow.gravity);
        while (cell != -1) {
            const int pellet = slow.pellet_on[static_cast<std::size_t>(cell)];
            if (pellet != -1) stack.push_back(pellet);
            cell = slow.neighbours[static_cast<std::size_t>(cell)][static_cast<std::size_t>(slow.gravity)];
        }
        std::reverse(stack.begin(), stack.end());
        std::string text;
        for (const int pellet : stack)
            text += std::to_string(pellet) + " ";
        return text;
    }

    Rules rules;
    Rules::State state;  ///< its hand is empty between moves
    reference::Cluster slow;

private:
    void put(int column, int colour) {
        const int at = rules.landing(state, column);
        const int cell = rules.geometry().cell(0, Rules::Layout::seat_of(at));
        rules.put(state, cell, colour);
        --state.bags[static_cast<std::size_t>(colour)];
        slow.pellet_on[static_cast<std::size_t>(cell)] = static_cast<int>(slow.pellets.size());
        slow.pellets.push_back({cell, colour});
        --slow.bag[static_cast<std::size_t>(colour)];
    }
    void play_one(const std::string& key) {
        const auto colon = key.find(':');
        const std::string move = colon == std::string::npos ? key : key.substr(colon + 1);
        std::string hand = colon == std::string::npos ? "" : key.substr(0, colon);
        if (colon == std::string::npos) {
            if (move.front() != 'r') hand += move.back();
            for (int colour = slow.to_move; hand.size() < 2 && colour < 4; colour += 2) {
                const char letter = static_cast<char>('a' + colour);
                const bool named = hand.find(letter) != std::string::npos;
                if (bag_of_slow(static_cast<std::size_t>(colour)) > 0 && !named) hand += letter;
            }
        }
        set_hand(hand);
        std::string text = "ROTATE " + move.substr(1);
        if (move.front() != 'r') {
            text = "PLACE " + move.substr(0, move.size() - 1) + " " + std::to_string(move.back() - 'a');
        }
        const auto read = games::cluster::read_move(text);
        REQUIRE(read.has_value());
        REQUIRE(rules.legal(state, *read));
        rules.play(state, *read);
        slow.play(text);
    }
    void set_hand(const std::string& letters) {
        for (const int held : slow.hand)
            ++slow.bag[static_cast<std::size_t>(held)];
        slow.hand.clear();
        for (const char letter : letters) {
            const int colour = letter - 'a';
            REQUIRE(slow.bag[static_cast<std::size_t>(colour)] > 0);
            --slow.bag[static_cast<std::size_t>(colour)];
            slow.hand.push_back(colour);
            rules.take(state, colour);
        }
    }
    /// How many pellets the reference's bag would hold if it had not drawn a hand with its own generator.
    int bag_of_slow(std::size_t colour) const {
        const auto held = std::count(slow.hand.begin(), slow.hand.end(), static_cast<int>(colour));
        return slow.bag[colour] + static_cast<int>(held);
    }
};

const reference::ClusterSettings small{3, 3, 40'000};
const reference::ClusterSettings middle{4, 3, 40'000};

void check_end(const ClusterScript& game, Outcome outcome, const std::string& reason) {
    INFO(game.frame());
    CHECK(game.state.outcome == outcome);
    CHECK(game.rules.reason(game.state) == reason);
}

void check_game(const reference::ClusterSettings& settings, const std::string& keys, Outcome outcome,
                const std::string& reason) {
    INFO(keys);
    ClusterScript game(settings);
    game.play(keys);
    check_end(game, outcome, reason);
}

/// Checks the end of a game in which the first player turns a board with these columns upside down. The pellets of a
/// column stay together.
void check_flip(const std::vector<std::string>& stacks, Outcome outcome, const std::string& reason) {
    ClusterScript game(middle);
    game.put(stacks);
    game.play("r3");
    check_end(game, outcome, reason);
}

}  // namespace

TEST_CASE("CLUSTER: a run along any of the three axes wins") {
    check_game(small, "0a 1b 0a 1b 0a", Outcome::first_won, "match");
    // The lowest cells of the columns, from left to right, descend on the left half of the hexagon and rise on the
    // right half.
    check_game(small, "0a 4b 1a 4b 2a", Outcome::first_won, "match");
    check_game(small, "2a 0b 3a 0b 4a", Outcome::first_won, "match");
    check_game(small, "0a 1b 1a 2b 2c 4d 2a", Outcome::first_won, "match");
    check_game(small, "4a 3b 3a 2b 2c 0d 2a", Outcome::first_won, "match");
}

TEST_CASE("CLUSTER: the settings determine the length of a run") {
    check_game({3, 4, 40'000}, "0a 1b 1a 2d 2a 1b", Outcome::ongoing, "");
    check_game({3, 2, 40'000}, "0a 1b 0a", Outcome::first_won, "match");
    check_game({3, 3, 40'000}, "2a 1b 2a 1d 2a", Outcome::first_won, "match");
    check_game({3, 4, 40'000}, "2a 1b 2a 1d 2a 3b 2a", Outcome::first_won, "match");
    check_game({3, 5, 40'000}, "2a 1b 2a 1d 2a 3b 2a 3d", Outcome::ongoing, "");
}

TEST_CASE("CLUSTER: a run counts by colour, not by owner") {
    check_game(small, "0a 1b 0c 1d 0a 3b", Outcome::ongoing, "");
    check_game(small, "2a 1b 2a 1b 2c 1d 2a 3b 2a", Outcome::ongoing, "");
    check_game(small, "2a 1b 2a 1b 3c 1b", Outcome::second_won, "match");
}

TEST_CASE("CLUSTER: pellets with a column between them are not on an axis, and a bend is not a run") {
    check_game(small, "0a 1b 2a 1d 4a 3b", Outcome::ongoing, "");
    check_game(middle, "1a 2b 3a 2d 5a 4b", Outcome::ongoing, "");
    check_game(small, "2a 1b 2a 1d 3a 3b 1a", Outcome::ongoing, "");
}

TEST_CASE("CLUSTER: rotating onto a match wins") {
    check_game(small, "3c 0b 2c 2d 2c 0d r5", Outcome::first_won, "match");
    check_game(middle, "1c 6d 1c 5d 5c 4b r4", Outcome::first_won, "match");
}

TEST_CASE("CLUSTER: a player that rotates the opponent onto a match loses") {
    check_game(small, "3c 2b 2c 0d 2c r4", Outcome::first_won, "match");
    check_game(middle, "6a 5d 1a 4b 2a r4", Outcome::first_won, "match");
}

TEST_CASE("CLUSTER: of two matches the longer one wins, whoever rotated") {
    check_game(middle, "6c 2d 6c 5d 0c 1d 2c 5d r4", Outcome::first_won, "longer match");
    check_game(middle, "6c 3d 2c 3d 6c 6d 0c r1 4c r3", Outcome::first_won, "longer match");
    check_flip({"aaaa", "", "bbb"}, Outcome::first_won, "longer match");
    check_flip({"aaa", "", "dddd"}, Outcome::second_won, "longer match");
}

TEST_CASE("CLUSTER: of equally long matches the one with more pellets of its colour on the board wins") {
    check_game(middle, "1a 5b 2a 6b 5a r3 0a 4b r5", Outcome::first_won, "more pellets");
    check_game(middle, "3c 3b 0c 0b 2c 2b 0c r5", Outcome::first_won, "more pellets");
    check_flip({"aaa", "", "bbb", "", "a"}, Outcome::first_won, "more pellets");
    check_flip({"aaa", "", "bbb", "", "b"}, Outcome::second_won, "more pellets");
    // Pellets of the owner's other colour do not count.
    check_flip({"aaa", "", "bbb", "", "bccc"}, Outcome::second_won, "more pellets");
}

TEST_CASE("CLUSTER: equally long matches with equally many pellets of their colours are a draw") {
    check_game(small, "0c 0d 1c 1d 4c 4d r1", Outcome::drawn, "equal matches");
    check_game(middle, "1a 6d 2a 3d 1a 4d r4", Outcome::drawn, "equal matches");
    check_flip({"aaa", "", "bbb"}, Outcome::drawn, "equal matches");
    check_flip({"aaa", "", "bbb", "", "ab"}, Outcome::drawn, "equal matches");
    check_flip({"aaa", "", "bbb", "", "cc"}, Outcome::drawn, "equal matches");
}

TEST_CASE("CLUSTER: of a player's equally long matches, the one whose colour has more pellets counts") {
    check_flip({"aaa", "", "bbb", "", "ccc", "", "bc"}, Outcome::drawn, "equal matches");
    check_flip({"aaa", "", "bbb", "", "ccc", "", "c"}, Outcome::first_won, "more pellets");
    check_flip({"ccc", "", "bbb", "", "aaa", "", "a"}, Outcome::first_won, "more pellets");
    check_flip({"aaa", "", "bbb", "", "ddd", "", "da"}, Outcome::drawn, "equal matches");
    check_flip({"aaa", "", "bbb", "", "ddd", "", "d"}, Outcome::second_won, "more pellets");
}

TEST_CASE("CLUSTER: a longer match counts even if another colour of its owner has more pellets") {
    // The first player's best match has length 4, and there are 4 pellets of its colour. There are 5 pellets of colour
    // c, but their match has only length 3.
    check_flip({"aaaa", "", "bbbb", "", "ccc", "", "cc"}, Outcome::drawn, "equal matches");
    check_flip({"aaaa", "", "bbbb", "", "ccc", "", "bcc"}, Outcome::second_won, "more pellets");
}

TEST_CASE("CLUSTER: a player whose bag is empty at the start of its turn loses") {
    // Each player has 8 pellets and loses two with each rotation.
    check_game(small, "r1 r1 r1 r1 r1 r1 r1", Outcome::ongoing, "");
    check_game(small, "r1 r1 r1 r1 r1 r1 r1 r1", Outcome::second_won, "out of pellets");
    check_game(small, "2a r1 r1 r1 r1 r1 r1 r1", Outcome::ongoing, "");
    check_game(small, "2a r1 r1 r1 r1 r1 r1 r1 r1", Outcome::first_won, "out of pellets");
}

TEST_CASE("CLUSTER: the last pellet of a bag is a hand of one, which a rotation discards, too") {
    ClusterScript game(small);
    game.play("2a r1 aa:r1 r1 ac:r1 r1 cc:r1 2b");
    CHECK(game.state.bags == std::array<std::uint16_t, 4>{0, 0, 1, 1});
    game.play("c:r1");
    CHECK(game.state.bags == std::array<std::uint16_t, 4>{0, 0, 0, 1});
    game.play("d:r1");
    check_end(game, Outcome::second_won, "out of pellets");
}

TEST_CASE("CLUSTER: a match takes precedence over an empty bag, and an empty bag over the ply limit") {
    ClusterScript match(small);
    match.put({"aa"});
    match.state.bags = {4, 0, 4, 0};
    match.slow.bag = {4, 0, 4, 0};
    ClusterScript bag = match;
    match.play("0a");
    check_end(match, Outcome::first_won, "match");
    bag.play("1a");
    check_end(bag, Outcome::first_won, "out of pellets");
    check_game({3, 3, 7}, "r1 r1 r1 r1 r1 r1 r1", Outcome::drawn, "ply limit");
    check_game({3, 3, 8}, "r1 r1 r1 r1 r1 r1 r1 r1", Outcome::second_won, "out of pellets");
}

TEST_CASE("CLUSTER: the game is a draw at the ply limit, unless the last ply decides it") {
    check_game({3, 3, 1}, "0a", Outcome::drawn, "ply limit");
    check_game({3, 3, 5}, "0a 1b 0a 1b 1a", Outcome::drawn, "ply limit");
    check_game({3, 3, 5}, "0a 1b 0a 1b 0a", Outcome::first_won, "match");
}

TEST_CASE("CLUSTER: the rest of the hand returns to the bag after a placement, and is lost after a rotation") {
    using Bags = std::array<std::uint16_t, 4>;
    ClusterScript game(small);
    const std::pair<const char*, Bags> plies[] = {
        {"", {4, 4, 4, 4}},      {"ac:0a", {3, 4, 4, 4}}, {"bb:0b", {3, 3, 4, 4}}, {"ca:0a", {2, 3, 4, 4}},
        {"bd:r1", {2, 2, 4, 3}}, {"cc:r5", {2, 2, 2, 3}}, {"dd:r1", {2, 2, 2, 1}}, {"aa:r1", {0, 2, 2, 1}}};
    for (const auto& [keys, bags] : plies) {
        game.play(keys);
        CHECK(game.state.bags == bags);
    }
    CHECK(game.state.hand_size == 0);
}

TEST_CASE("CLUSTER: when gravity turns, the pellets on a line keep their order") {
    ClusterScript game(middle);
    game.play("3a 3b 3a 3d 3c 3b");
    CHECK(game.column(3) == "0 1 2 3 4 5 ");
    game.play("r3");
    CHECK(game.column(3) == "5 4 3 2 1 0 ");
    game.play("r3");
    CHECK(game.column(3) == "0 1 2 3 4 5 ");
    const auto all_after = [&](const char* key) {
        game.play(key);
        std::string all;
        for (int column = 0; column < 7; ++column)
            all += game.column(column) + "|";
        return all;
    };
    // After this rotation, each cell of the former middle column lies in a different column.
    CHECK(all_after("r1") == "|5 |4 |3 |2 |1 |0 |");
    CHECK(all_after("r3") == "0 |1 |2 |3 |4 |5 ||");
}

TEST_CASE("CLUSTER: a pellet falls onto the others in its column") {
    ClusterScript game(middle);
    game.play("0a 0b 0c 0d");
    CHECK(game.column(0) == "0 1 2 3 ");
    CHECK_FALSE(game.rules.is_open(game.state, 0));
    CHECK(game.rules.is_open(game.state, 1));
}

}  // namespace games_test

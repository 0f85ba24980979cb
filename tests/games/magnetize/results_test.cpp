// Tests the endings of Magnetize with short games, in the core and in the reference. Every kind of ending occurs.
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/games/magnetize/pair.hpp"

namespace games_test {

namespace {

using games::Outcome;
using Rows = std::vector<std::string>;

struct Game {
    reference::Settings settings;
    std::string keys;  ///< for each ply, a column to drop into, or '!' for the magnet
    Rows board;
    Outcome outcome;
    std::string reason;
    std::vector<int> lost;
};

/// Joins the list into one string, so that a failure shows it.
template <class List>
std::string joined(const List& list) {
    std::ostringstream text;
    for (const auto& item : list)
        text << item << ' ';
    return text.str();
}

void check_game(const Game& game) {
    GamePair pair(game.settings);
    std::istringstream keys(game.keys);
    for (std::string key; keys >> key;) {
        INFO(pair.how_to_reproduce());
        REQUIRE_FALSE(pair.is_over());
        pair.play(key == "!" ? "MAGNET" : "DROP " + key);
        REQUIRE(pair.difference() == "");
    }
    INFO(pair.how_to_reproduce());
    CHECK(joined(pair.by_reference().board) == joined(game.board));
    CHECK(joined(pair.by_reference().lost) == joined(game.lost));
    CHECK(pair.by_core().outcome() == game.outcome);
    CHECK(pair.by_core().reason() == game.reason);
}

}  // namespace

TEST_CASE("a square completed by a drop wins") {
    check_game({{3, 3, 2, 1, 99}, "0 2 0 2 1 2 1", {"..o", "**o", "**o"}, Outcome::first_won, "square", {}});
    check_game({{3, 3, 2, 1, 99}, "0 2 0 2 0 1 ! 1", {"*..", "*oo", "*oo"}, Outcome::second_won, "square", {}});
}

TEST_CASE("the settings determine the size of a square") {
    check_game({{3, 3, 3, 9, 99}, "0 ! 0 0 1 1 1 2 2", {"**.", "***", "***"}, Outcome::ongoing, "", {1}});
    check_game({{3, 3, 3, 9, 99}, "0 ! 0 0 1 1 1 2 2 2", {"***", "***", "***"}, Outcome::first_won, "square", {}});
}

TEST_CASE("a square that a magnet pulls together wins") {
    check_game({{3, 3, 2, 1, 99}, "0 0 0 ! 1 1", {"...", "**.", "**o"}, Outcome::first_won, "square", {}});
    check_game({{4, 5, 2, 2, 99},
                "1 3 0 1 1 4 3 3 3 ! 2 4 !",
                {".....", "**...", "***.o", "**ooo"},
                Outcome::first_won,
                "square",
                {}});
}

TEST_CASE("a magnet can complete the square of the other colour, which then wins") {
    check_game({{3, 3, 2, 1, 99}, "0 ! 0 1 1 1 !", {"...", "**o", "**."}, Outcome::first_won, "square", {}});
}

TEST_CASE("squares of both colours at once are a draw") {
    check_game(
        {{3, 4, 2, 1, 99}, "0 2 0 3 1 3 2 2 !", {"....", "**oo", "**oo"}, Outcome::drawn, "squares of both", {}});
}

TEST_CASE("a full board without a square is a draw") {
    check_game({{3, 3, 2, 1, 99}, "0 0 0 1 1 1 2 2 2", {"*o*", "o*o", "*o*"}, Outcome::drawn, "board full", {}});
    check_game({{3, 3, 2, 1, 9}, "0 0 0 1 1 1 2 2 2", {"*o*", "o*o", "*o*"}, Outcome::drawn, "board full", {}});
}

TEST_CASE("a square that fills the board wins") {
    check_game({{2, 2, 2, 3, 99}, "0 ! 0 1 1", {"**", "**"}, Outcome::first_won, "square", {}});
}

TEST_CASE("pieces that fall at the end of a lost turn can win for either colour") {
    check_game({{3, 3, 2, 1, 99}, "0 0 0 ! 2 2 0 ! 2", {"o..", "**o", "**o"}, Outcome::first_won, "square", {0}});
    check_game({{4, 3, 2, 2, 99}, "0 2 2 0 2 ! 1 1", {"...", ".**", ".**", "*oo"}, Outcome::first_won, "square", {1}});
    check_game({{3, 3, 2, 1, 99}, "0 0 0 1 1 ! 0 2 ! !", {"*..", "**o", "**o"}, Outcome::first_won, "square", {1, 0}});
}

TEST_CASE("the game is a draw at the ply limit, unless the last ply or the lost turns after it decide it") {
    check_game({{3, 3, 2, 1, 1}, "0", {"...", "...", "*.."}, Outcome::drawn, "ply limit", {}});
    check_game({{3, 3, 2, 2, 2}, "! !", {"...", "...", "..."}, Outcome::drawn, "ply limit", {0, 1, 0, 1}});
    check_game({{3, 3, 2, 1, 6}, "0 2 0 2 1 2", {"..o", "*.o", "**o"}, Outcome::drawn, "ply limit", {}});
    check_game({{3, 3, 2, 1, 7}, "0 2 0 2 1 2 1", {"..o", "**o", "**o"}, Outcome::first_won, "square", {}});
    check_game({{3, 3, 2, 1, 9}, "0 0 0 ! 2 2 0 ! 2", {"o..", "**o", "**o"}, Outcome::first_won, "square", {0}});
}

}  // namespace games_test

// Tests the example game in the rules, board by board, in the rule core and in the slow reference.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/games/magnetize/pair.hpp"

namespace games_test {

namespace {

struct Step {
    std::string move;
    std::vector<std::string> board;
    std::array<int, 2> locks;
    std::vector<int> lost;
};

const reference::Settings settings{4, 5, 2, 2, 80};

const std::vector<Step> steps = {
    {"DROP 1", {".....", ".....", ".....", ".*..."}, {0, 0}, {}},
    {"DROP 3", {".....", ".....", ".....", ".*.o."}, {0, 0}, {}},
    {"DROP 0", {".....", ".....", ".....", "**.o."}, {0, 0}, {}},
    {"DROP 1", {".....", ".....", ".o...", "**.o."}, {0, 0}, {}},
    {"DROP 1", {".....", ".*...", ".o...", "**.o."}, {0, 0}, {}},
    {"DROP 4", {".....", ".*...", ".o...", "**.oo"}, {0, 0}, {}},
    {"DROP 3", {".....", ".*...", ".o.*.", "**.oo"}, {0, 0}, {}},
    {"DROP 3", {".....", ".*.o.", ".o.*.", "**.oo"}, {0, 0}, {}},
    {"DROP 3", {"...*.", ".*.o.", ".o.*.", "**.oo"}, {0, 0}, {}},
    {"MAGNET", {".....", "...*o", ".*o*.", "**.oo"}, {0, 2}, {}},
    {"DROP 2", {".....", "..**o", ".*o*.", "**.oo"}, {0, 1}, {1}},
    {"DROP 4", {".....", "...**", ".***o", "**ooo"}, {0, 0}, {1}},
    {"MAGNET", {".....", "**...", "***.o", "**ooo"}, {2, 0}, {}},
};

}  // namespace

TEST_CASE("the worked example in the rules is right, in the core and in the reference") {
    GamePair pair(settings);
    const reference::Magnetize& game = pair.by_reference();
    for (const Step& step : steps) {
        INFO("ply " << game.plies + 1);
        REQUIRE(pair.by_core().outcome() == games::Outcome::ongoing);
        pair.play(step.move);
        CHECK(pair.difference() == "");
        CHECK(game.board == step.board);
        CHECK(game.locks == step.locks);
        CHECK(game.lost == step.lost);
    }
    CHECK(pair.by_core().outcome() == games::Outcome::first_won);
    CHECK(pair.by_core().reason() == "square");
    CHECK(pair.by_core().plies() == 13);
}

}  // namespace games_test

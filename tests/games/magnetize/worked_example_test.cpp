// The game that the rules explain, board by board, in the rule core and in the slow reference.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "games/spec.hpp"
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

TEST_CASE("the worked example goes as the rules say in the reference") {
    reference::Magnetize game(settings);
    for (const Step& step : steps) {
        INFO("ply " << game.plies + 1);
        REQUIRE(game.result == reference::Result::none_yet);
        game.play(step.move);
        CHECK(game.board == step.board);
        CHECK(game.locks == step.locks);
        CHECK(game.lost == step.lost);
    }
    CHECK(game.result == reference::Result::black_won);
    CHECK(game.reason == "square");
    CHECK(game.plies == 13);
}

TEST_CASE("the worked example goes as the rules say in the rule core") {
    const auto board = games::parse_spec("magnetize:height=4,width=5,square=2,maglock=2").make_board(0);
    for (const Step& step : steps) {
        INFO("ply " << board->plies() + 1);
        REQUIRE(board->outcome() == games::Outcome::ongoing);
        REQUIRE(board->play(step.move) == games::Verdict::played);
        std::string frame;
        board->write_frame(frame);
        std::string expected = "{\"board\":[";
        for (const std::string& row : step.board)
            expected += "\"" + row + "\"" + (&row == &step.board.back() ? "]" : ",");
        expected += ",\"locks\":[" + std::to_string(step.locks[0]) + "," + std::to_string(step.locks[1]) + "],";
        CHECK(frame.substr(0, expected.size()) == expected);
        std::vector<int> lost;
        for (const games::Side side : board->lost_turns())
            lost.push_back(games::index(side));
        CHECK(lost == step.lost);
    }
    CHECK(board->outcome() == games::Outcome::first_won);
    CHECK(board->reason() == "square");
    CHECK(board->plies() == 13);
}

TEST_CASE("core and reference agree on everything in the worked example") {
    GamePair pair(settings);
    for (const Step& step : steps) {
        pair.play(step.move);
        CHECK(pair.difference() == "");
    }
}

}  // namespace games_test

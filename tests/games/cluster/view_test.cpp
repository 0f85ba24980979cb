// CLUSTER as people see it: the hexagon, gravity, bags and hand, colours, and the keys to type.
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "games/cluster/view.hpp"
#include "games/spec.hpp"

namespace games_test {

namespace {

using games::Looks;
using games::Verdict;

std::string shown(const games::Board& board) {
    return board.display({});
}

}  // namespace

TEST_CASE("CLUSTER: the hexagon is shown with the columns' numbers on top, gravity, bags and hand") {
    const auto board = games::parse_spec("cluster:side=3").make_board(3);
    CHECK(shown(*board) ==
          "           2\n"
          "        1     3\n"
          "     0     .     4\n"
          "        .     .\n"
          "     .     .     .\n"
          "        .     .\n"
          "     .     .     .\n"
          "        .     .\n"
          "     .     .     .\n"
          "        .     .\n"
          "           .\n"
          "\n"
          "gravity: south (0)\n"
          "left: a 4 c 4   in hand: c c\n"
          "left: b 4 d 4\n");
    REQUIRE(board->play("PLACE 0 2") == Verdict::played);
    REQUIRE(board->play("PLACE 3 3") == Verdict::played);
    REQUIRE(board->play("ROTATE 2") == Verdict::played);
    CHECK(shown(*board) ==
          "           .\n"
          "        .     .\n"
          "     .     .     .\n"
          "        .     .     0\n"
          "     d     .     .\n"
          "        .     .     1\n"
          "     c     .     .\n"
          "        .     .     2\n"
          "           .     3\n"
          "              4\n"
          "\n"
          "gravity: north-west (2)\n"
          "left: a 3 c 2\n"
          "left: b 4 d 3   in hand: b b\n");
}

TEST_CASE("CLUSTER: columns of two digits fit beside their neighbours") {
    const std::string text = shown(*games::parse_spec("cluster:side=32").make_board(1));
    CHECK(text.starts_with(std::string(97, ' ') + "31\n" + std::string(94, ' ') + "30    32\n"));
}

TEST_CASE("CLUSTER: a game that is over is shown without a hand") {
    const auto board = games::parse_spec("cluster:side=3,max_plies=1").make_board(3);
    REQUIRE(board->play("ROTATE 1") == Verdict::played);
    CHECK(shown(*board).ends_with("gravity: south-west (1)\nleft: a 4 c 2\nleft: b 4 d 4\n"));
}

TEST_CASE("CLUSTER: with colours, each letter is in the colour of its pellets, and nothing else is") {
    const auto board = games::parse_spec("cluster:side=3").make_board(3);
    REQUIRE(board->play("PLACE 0 2") == Verdict::played);
    const std::string plain = shown(*board);
    std::string coloured = board->display(Looks{.colour = true});
    CHECK(coloured != plain);
    const auto take_away = [&](const std::string& code) {
        int times = 0;
        for (auto at = coloured.find(code); at != std::string::npos; at = coloured.find(code)) {
            coloured.erase(at, code.size());
            ++times;
        }
        return times;
    };
    CHECK(take_away("\x1b[31ma\x1b[0m") == 1);
    CHECK(take_away("\x1b[33mc\x1b[0m") == 2);
}

TEST_CASE("CLUSTER: an arrow shows where gravity points, where there is more than ASCII, and nothing else is changed") {
    const std::array<std::string, 6> lines = {"south \u2193 (0)", "south-west \u2199 (1)", "north-west \u2196 (2)",
                                              "north \u2191 (3)", "north-east \u2197 (4)", "south-east \u2198 (5)"};
    for (std::size_t cycles = 0; cycles < lines.size(); ++cycles) {
        const auto board = games::parse_spec("cluster:side=3").make_board(3);
        if (cycles > 0) REQUIRE(board->play("ROTATE " + std::to_string(cycles)) == Verdict::played);
        std::string text = board->display(Looks{.utf8 = true});
        const auto at = text.find(lines[cycles]);
        REQUIRE(at != std::string::npos);
        text.erase(text.find(" (", at) - 4, 4);  // a space and three bytes
        CHECK(text == shown(*board));
    }
}

TEST_CASE("CLUSTER: people type moves as on the wire or shorter, with letters or numbers for colours") {
    const auto board = games::parse_spec("cluster").make_board(1);
    for (const std::string typed : {"PLACE 3 0", "place 3 0", "Place 3 a", "p 3 0", "P 3 A", "p  3  a", "p 3 a "}) {
        INFO("typed '" << typed << "'");
        CHECK(board->move_of_keys(typed) == "PLACE 3 0");
    }
    CHECK(board->move_of_keys("p 10 d") == "PLACE 10 3");
    CHECK(board->move_of_keys("p 62 b") == "PLACE 62 1");
    for (const std::string typed : {"ROTATE 2", "rotate 2", "r 2", "R 2", "r  2"}) {
        INFO("typed '" << typed << "'");
        CHECK(board->move_of_keys(typed) == "ROTATE 2");
    }
    for (const std::string typed :
         {"",  " ",   "p",     "p 3", "p a 3", "p 3 e",      "p 3 aa", "p 3 a a", "p 3 1 2", "p3a", "p 03 a",
          "r", "r x", "r 2 2", "r2",  "q 3 a", "placed 3 a", "3 a",    "?",       "a",       "\xC3"}) {
        INFO("typed '" << typed << "'");
        CHECK_FALSE(board->move_of_keys(typed).has_value());
    }
}

TEST_CASE("CLUSTER: the sides are known by the letters of their colours") {
    const auto board = games::parse_spec("cluster").make_board(1);
    CHECK(board->mark(games::Side::first, {}) == "a/c");
    CHECK(board->mark(games::Side::second, {}) == "b/d");
}

}  // namespace games_test

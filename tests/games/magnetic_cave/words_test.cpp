// Magnetic Cave in words: what goes over the wire, what people see and type.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/magnetic_cave/text.hpp"
#include "games/spec.hpp"
#include "tests/games/played_board.hpp"

namespace games_test {

namespace {

using games::Verdict;

std::unique_ptr<games::Board> after(const std::vector<std::string>& moves) {
    return board_after("magnetic_cave", moves);
}

const std::vector<std::string> some_moves = {"A7", "H7", "A4", "B4", "H4", "A2", "G4"};

}  // namespace

TEST_CASE("every cell of the cave has one name, and no other word is a move") {
    const games::magnetic_cave::MagneticCave rules({});
    int readable = 0;
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string text = {static_cast<char>(first), static_cast<char>(second)};
            const auto move = read_move(rules, text);
            if (!move) continue;
            ++readable;
            CHECK(move->cell == ('8' - second) * 8 + first - 'A');
            std::string written = "before ";
            write_move(rules, *move, written);
            CHECK(written == "before " + text);
        }
    }
    CHECK(readable == 64);
    for (const char* text :
         {"", "A", "a1", "A0", "A9", "I1", "@1", "A11", "A 1", " A1", "A1 ", "1A", "PASS", "A1\n", "DROP 1"}) {
        INFO("'" << text << "'");
        CHECK_FALSE(read_move(rules, text).has_value());
        CHECK(after({})->play(text) == Verdict::unreadable);
    }
    CHECK(after({})->play("B6") == Verdict::illegal);
}

TEST_CASE("the blocks of Magnetic Cave are written line by line, row 8 first") {
    const auto board = after({});
    std::string setup;
    board->write_setup(games::Side::first, setup);
    CHECK(setup == "magnetic_cave 1\n0\n8 8\n");
    REQUIRE(board->play("A7") == Verdict::played);
    CHECK(turn_block(*board) ==
          "1\n1\n0 A7\n0\n........\nX.......\n........\n........\n........\n........\n........\n........\n"
          "16\nA8\nH8\nB7\nH7\nA6\nH6\nA5\nH5\nA4\nH4\nA3\nH3\nA2\nH2\nA1\nH1\n");
    REQUIRE(board->play("B7") == Verdict::played);
    CHECK(turn_block(*board).starts_with("2\n2\n0 A7\n1 B7\n0\n........\nXO......\n"));
}

TEST_CASE(
    "the cave is shown with letters above and below and numbers on both walls, with squares where there is UTF-8") {
    const auto board = after(some_moves);
    CHECK(board->display({.utf8 = true}) ==
          "  A B C D E F G H\n"
          "8                 8\n"
          "7 ■             □ 7\n"
          "6                 6\n"
          "5                 5\n"
          "4 ■ □         ■ ■ 4\n"
          "3                 3\n"
          "2 □               2\n"
          "1                 1\n"
          "  A B C D E F G H\n");
    CHECK(board->display() ==
          "  A B C D E F G H\n"
          "8                 8\n"
          "7 X             O 7\n"
          "6                 6\n"
          "5                 5\n"
          "4 X O         X X 4\n"
          "3                 3\n"
          "2 O               2\n"
          "1                 1\n"
          "  A B C D E F G H\n");
    CHECK(board->mark(games::Side::first) == "X");
    CHECK(board->mark(games::Side::second) == "O");
    CHECK(board->mark(games::Side::first, {.utf8 = true}) == "■");
    CHECK(board->mark(games::Side::second, {.utf8 = true}) == "□");
}

TEST_CASE("the frame of Magnetic Cave is the board in the letters of the wire") {
    std::string frame;
    after(some_moves)->write_frame(frame);
    CHECK(frame ==
          R"({"board":["........","X......O","........","........","XO....XX","........","O.......","........"]})");
}

TEST_CASE("a person types cells of the cave in either case") {
    const auto board = after({});
    CHECK(board->move_of_keys("A1") == "A1");
    CHECK(board->move_of_keys("h8") == "H8");
    CHECK(board->move_of_keys("B6") == "B6");
    for (const char* typed : {"", "A", "1a", "a1 ", "a11", "A9", "i4", "`4", "!", "pass"}) {
        INFO("'" << typed << "'");
        CHECK_FALSE(board->move_of_keys(typed).has_value());
    }
}

TEST_CASE("three seconds are what a move in Magnetic Cave may take by tradition") {
    CHECK(games::find_game("magnetic_cave")->traditional_time == std::chrono::seconds(3));
}

}  // namespace games_test

// Othello in words: what goes over the wire, what people see and type.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/othello/wire.hpp"
#include "games/spec.hpp"
#include "tests/games/played_board.hpp"

namespace games_test {

namespace {

using games::Verdict;

std::unique_ptr<games::Board> after(const std::vector<std::string>& moves) {
    return board_after("othello", moves);
}

}  // namespace

TEST_CASE("every cell of Othello has one name, and no other word is a move but PASS") {
    const games::othello::Othello rules({});
    int readable = 0;
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string text = {static_cast<char>(first), static_cast<char>(second)};
            const auto move = read_move(rules, text);
            if (!move) continue;
            ++readable;
            CHECK(move->cell() == (second - '1') * 8 + first - 'a');
            std::string written = "before ";
            write_move(rules, *move, written);
            CHECK(written == "before " + text);
        }
    }
    CHECK(readable == 64);
    CHECK(read_move(rules, "PASS")->is_pass());
    for (const char* text : {"",   "c",  "C4",   "c44",  "c 4",   " c4", "c4 ",    "4c",   "c0",     "c9",
                             "i4", "`4", "pass", "Pass", "PASS ", "PAS", "PASSc4", "c4\n", "MAGNET", "3 2"}) {
        INFO("'" << text << "'");
        CHECK_FALSE(read_move(rules, text).has_value());
        CHECK(after({})->play(text) == Verdict::unreadable);
    }
}

TEST_CASE("a cell that is taken, or where nothing is outflanked, is readable and illegal") {
    for (const char* cell : {"d4", "e4", "a1", "h8", "c3", "d6"}) {
        INFO(cell);
        CHECK(after({})->play(cell) == Verdict::illegal);
    }
}

TEST_CASE("the blocks of Othello are written line by line, each side seeing its own discs first") {
    const auto board = after({});
    std::string setup;
    board->write_setup(games::Side::second, setup);
    CHECK(setup == "othello 1\n1\n8 8\n");
    CHECK(turn_block(*board) ==
          "0\n0\n2 2\n........\n........\n........\n...WB...\n...BW...\n........\n........\n........\n"
          "4\nd3\nc4\nf5\ne6\n");
    REQUIRE(board->play("c4") == Verdict::played);
    CHECK(turn_block(*board) ==
          "1\n1\n0 c4\n1 4\n........\n........\n........\n..BBB...\n...BW...\n........\n........\n........\n"
          "3\nc3\ne3\nc5\n");
    REQUIRE(board->play("c3") == Verdict::played);
    CHECK(turn_block(*board).substr(0, 18) == "2\n2\n0 c4\n1 c3\n3 3\n");
}

TEST_CASE("a pass is listed alone, and told to both sides") {
    const auto board = after({"d3", "c3", "b3", "b2", "f5", "a3", "a1"});
    turn_block(*board);
    REQUIRE(board->play("c1") == Verdict::played);
    CHECK(turn_block(*board).ends_with("\n1\nPASS\n"));
    REQUIRE(board->play("PASS") == Verdict::played);
    CHECK(turn_block(*board).starts_with("9\n2\n1 c1\n0 PASS\n"));
}

TEST_CASE("the board of Othello is shown with letters, numbers, and the count of discs below") {
    const auto board = after({"d3"});
    const std::string shown =
        "  a b c d e f g h\n"
        "1 . . . . . . . .\n"
        "2 . . . . . . . .\n"
        "3 . . . B . . . .\n"
        "4 . . . B B . . .\n"
        "5 . . . B W . . .\n"
        "6 . . . . . . . .\n"
        "7 . . . . . . . .\n"
        "8 . . . . . . . .\n"
        "discs: B 4, W 1\n";
    CHECK(board->display() == shown);
    CHECK(board->display({.utf8 = true}) == shown);
    CHECK(board->mark(games::Side::first) == "B");
    CHECK(board->mark(games::Side::second) == "W");
}

TEST_CASE("the frame of Othello is the board") {
    std::string frame;
    after({"d3"})->write_frame(frame);
    CHECK(frame ==
          R"({"board":["........","........","...B....","...BB...","...BW...","........","........","........"]})");
}

TEST_CASE("a person types cells in either case, and pass") {
    const auto board = after({});
    CHECK(board->move_of_keys("c4") == "c4");
    CHECK(board->move_of_keys("C4") == "c4");
    CHECK(board->move_of_keys("H8") == "h8");
    CHECK(board->move_of_keys("pass") == "PASS");
    CHECK(board->move_of_keys("PASS") == "PASS");
    CHECK(board->move_of_keys("Pass") == "PASS");
    for (const char* typed : {"", "c", "4c", "c4 ", "c44", "C9", "I4", "@4", "p", "!"}) {
        INFO("'" << typed << "'");
        CHECK_FALSE(board->move_of_keys(typed).has_value());
    }
}

}  // namespace games_test

// The words of fitz on the wire, what people see and type, and the frames of its log.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/fitz/wire.hpp"
#include "games/fitz/view.hpp"
#include "games/spec.hpp"
#include "tests/games/fitz/pair.hpp"

namespace games_test {

namespace {

using games::Verdict;
using games::fitz::Move;
using games::fitz::read_move;

std::string block_of(games::Board& board) {
    std::string block;
    board.write_turn(block);
    return block;
}

std::string frame_of(const games::Board& board) {
    std::string frame;
    board.write_frame(frame);
    return frame;
}

const reference::FitzTile corner = {".....", ".....", "..!!.", "..!..", "....."};
const reference::FitzTile pair_of_dots = {".....", ".....", ".!.!.", ".....", "....."};

std::unique_ptr<games::Board> board_of(int height, int width) {
    return fitz_spec({height, width, {corner, pair_of_dots}, 10'000}).make_board(0);
}

}  // namespace

TEST_CASE("the moves of fitz are read and written word for word") {
    for (const int row : {-2, -1, 0, 5, 999, 1000}) {
        for (const int column : {-2, 0, 77, 1000}) {
            for (const int degrees : {0, 90, 180, 270}) {
                const std::string text = reference::FitzMove{row, column, degrees}.text();
                const auto move = read_move(text);
                REQUIRE(move.has_value());
                CHECK(move->row == row);
                CHECK(move->column == column);
                CHECK(move->quarter_turns * 90 == degrees);
                std::string written = "before ";
                write_move(*move, written);
                CHECK(written == "before " + text);
            }
        }
    }
}

TEST_CASE("an answer that is not a move of fitz is unreadable") {
    for (const char* answer : {"",        "1",       "1 2",     "1 2 ",    "1 2 0 ", " 1 2 0",  "1  2 0",    "1 2  0",
                               "1 2 0 0", "1,2,0",   "1\t2 0",  "01 2 0",  "1 02 0", "1 2 00",  "+1 2 0",    "1 2 +90",
                               "-0 2 0",  "1 -0 0",  "1 2 -0",  "1 2 090", "a 2 0",  "1 2 0x0", "1.0 2 0",   "PASS",
                               "1 2 0\n", "1 2 0\r", "--1 2 0", "1 - 0",   "1 2 0.", "1 2 90d", "1 2 ninety"}) {
        INFO("answer '" << answer << "'");
        CHECK_FALSE(read_move(answer).has_value());
        CHECK(board_of(10, 10)->play(answer) == Verdict::unreadable);
    }
}

TEST_CASE("a move that fitz's board or rules have not is readable and illegal") {
    for (const char* answer : {"-3 2 0",
                               "2 -3 0",
                               "12 2 0",
                               "2 12 0",
                               "9 9 0",
                               "1 2 45",
                               "1 2 360",
                               "1 2 -90",
                               "1 2 1",
                               "1 2 4",
                               "1 2 450",
                               "1 2 99999999999999999999",
                               "65537 2 0",
                               "1 65538 0",
                               "-65535 2 0",
                               "4294967297 2 0",
                               "1 4294967298 0",
                               "1 2 4294967296",
                               "18446744073709551617 2 0",
                               "-99999999999999999999 2 0",
                               "1 2 23040",
                               "32767 32767 0",
                               "-32768 -32768 0"}) {
        INFO("answer '" << answer << "'");
        CHECK(read_move(answer).has_value());
        CHECK(board_of(10, 10)->play(answer) == Verdict::illegal);
    }
    CHECK(board_of(10, 10)->play("1 2 0") == Verdict::played);
}

TEST_CASE("the blocks of a short game of fitz are written line by line") {
    const auto board = fitz_spec({2, 3, {corner, pair_of_dots}, 99}).make_board(0);
    std::string setup;
    board->write_setup(games::Side::second, setup);
    CHECK(setup == "fitz 1\n1\n2 3 2\n.....\n.....\n..!!.\n..!..\n.....\n.....\n.....\n.!.!.\n.....\n.....\n");
    CHECK(block_of(*board) ==
          "0\n0\n0\n...\n...\n8\n0 0 0\n0 1 0\n0 1 90\n0 2 90\n1 1 180\n1 2 180\n1 0 270\n1 1 270\n");
    REQUIRE(board->play("0 0 0") == Verdict::played);
    CHECK(board->outcome() == games::Outcome::first_won);
    const auto longer = fitz_spec({2, 4, {corner, pair_of_dots}, 99}).make_board(0);
    REQUIRE(longer->play("0 1 90") == Verdict::played);
    CHECK(block_of(*longer) == "1\n1\n0 0 1 90\n1\n**..\n.*..\n2\n1 1 0\n1 1 180\n");
    CHECK(frame_of(*longer) == R"({"board":["**..",".*.."],"tile":1})");
    REQUIRE(longer->play("1 1 180") == Verdict::played);
    CHECK(block_of(*longer) == "2\n2\n0 0 1 90\n1 1 1 180\n0\n**..\n#*#.\n1\n0 3 90\n");
}

TEST_CASE("every row of a board of fitz is written cell by cell, however wide") {
    Random random(31);
    for (const int width : {1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 500, 999}) {
        const reference::FitzSettings settings{3, width, {{".....", ".....", "..!..", ".....", "....."}}, 9999};
        const auto position = random_position(3, width, 1, 60, random);
        const auto board = fitz_spec(settings, position).make_board(0);
        if (games::is_over(board->outcome())) continue;
        const std::string block = block_of(*board);
        std::string rows = "0\n0\n0\n";
        for (const std::string& row : position.board)
            rows += row + "\n";
        CHECK(block.starts_with(rows));
    }
}

TEST_CASE("on more than 4,096 cells moves are not listed, and frames tell what has been placed") {
    const auto listed = board_of(64, 64);
    CHECK(listed->moves_listed());
    CHECK(block_of(*listed).find("\n-1\n") == std::string::npos);
    const auto board = board_of(17, 241);
    CHECK_FALSE(board->moves_listed());
    CHECK(board->legal_moves().empty());
    CHECK(block_of(*board).ends_with("...\n-1\n"));
    CHECK(frame_of(*board).starts_with(R"({"board":["....)"));
    REQUIRE(board->play("0 240 90") == Verdict::played);
    CHECK(frame_of(*board) == R"({"placed":[[0,239],[0,240],[1,240]],"mark":"*","tile":1})");
    REQUIRE(board->play("1 0 0") == Verdict::illegal);
    REQUIRE(board->play("15 0 90") == Verdict::played);
    CHECK(frame_of(*board) == R"({"placed":[[14,0],[16,0]],"mark":"#","tile":0})");
    CHECK(board->legal("15 1 0"));
    CHECK_FALSE(board->legal("14 0 0"));
}

TEST_CASE("people see numbered rows and columns, and the next tile in its rotations") {
    const auto board = board_of(2, 12);
    CHECK(board->display() ==
          "  0         10\n"
          "  012345678901\n"
          "0 ............\n"
          "1 ............\n"
          "\n"
          "tile 0:\n"
          "  0       90      180     270\n"
          "  .....   .....   .....   .....\n"
          "  .....   .....   ..!..   ..!..\n"
          "  ..!!.   .!!..   .!!..   ..!!.\n"
          "  ..!..   ..!..   .....   .....\n"
          "  .....   .....   .....   .....\n");
    const auto end = fitz_spec({1, 2, {pair_of_dots}, 99}).make_board(0);
    CHECK(end->display() ==
          "  01\n"
          "0 ..\n"
          "\n"
          "tile 0, which can't be placed:\n"
          "  0       90      180     270\n"
          "  .....   .....   .....   .....\n"
          "  .....   ..!..   .....   ..!..\n"
          "  .!.!.   .....   .!.!.   .....\n"
          "  .....   ..!..   .....   ..!..\n"
          "  .....   .....   .....   .....\n");
    CHECK(board_of(100, 1)->display().starts_with("   0\n 0 .\n 1 .\n"));
    CHECK(board->mark(games::Side::first) == "*");
    CHECK(board->mark(games::Side::second) == "#");
    CHECK(board->prompt() == "to move: row column rotation");
    CHECK(games::parse_spec("magnetize").make_board(0)->prompt() == "to move");
}

TEST_CASE("people type what goes over the wire, and what no board has is not taken for a move") {
    const auto board = board_of(10, 10);
    for (const char* typed : {"0 0 0", "-2 11 270", "3 4 90", "1000 -2 180"})
        CHECK(board->move_of_keys(typed) == typed);
    for (const char* typed : {"", "3", "3 4", "3 4 45", "3 4 360", "-3 4 0", "3 1001 0", "3 4 0 0", "a b c", "3,4,0"}) {
        INFO(typed);
        CHECK_FALSE(board->move_of_keys(typed).has_value());
    }
}

}  // namespace games_test

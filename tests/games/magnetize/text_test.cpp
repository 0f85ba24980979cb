// The words of Magnetize on the wire: which answers can be read, and how moves, settings and locks are written.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/magnetize/wire.hpp"
#include "games/spec.hpp"

namespace games_test {

namespace {

using games::Verdict;
using games::magnetize::Move;
using games::magnetize::read_move;

/// The verdict of a fresh board, seven columns wide, on this answer.
Verdict verdict_on(const std::string& answer) {
    return games::parse_spec("magnetize:height=6,width=7").make_board(0)->play(answer);
}

}  // namespace

TEST_CASE("the moves of the wire are read and written word for word") {
    for (int column = 0; column < 64; ++column) {
        const std::string text = "DROP " + std::to_string(column);
        const auto move = read_move(text);
        REQUIRE(move.has_value());
        CHECK_FALSE(move->is_magnet());
        CHECK(move->column() == column);
        std::string written;
        write_move(*move, written);
        CHECK(written == text);
    }
    const auto magnet = read_move("MAGNET");
    REQUIRE(magnet.has_value());
    CHECK(magnet->is_magnet());
    std::string written = "before ";
    write_move(*magnet, written);
    CHECK(written == "before MAGNET");
}

TEST_CASE("an answer that is not a move is unreadable") {
    const std::vector<std::string> answers = {"",
                                              " ",
                                              "\t",
                                              "\n",
                                              "DROP",
                                              "DROP ",
                                              "DROP  3",
                                              " DROP 3",
                                              "DROP 3 ",
                                              "DROP 3\t",
                                              "DROP\t3",
                                              "DROP 3\n",
                                              "DROP 3\r",
                                              "drop 3",
                                              "Drop 3",
                                              "DROP +1",
                                              "DROP 01",
                                              "DROP 007",
                                              "DROP 00",
                                              "DROP -0",
                                              "DROP -01",
                                              "DROP --1",
                                              "DROP -",
                                              "DROP 1e3",
                                              "DROP 0x1",
                                              "DROP 1.0",
                                              "DROP 1,0",
                                              "DROP ,",
                                              "DROP 3 4",
                                              "DROP 3;",
                                              "DROP three",
                                              "DROP3",
                                              "DROP:3",
                                              "3",
                                              "MAGNET ",
                                              " MAGNET",
                                              "MAGNET 1",
                                              "MAGNETS",
                                              "MAGNE",
                                              "magnet",
                                              "Magnet",
                                              "MAGNET\n",
                                              "!",
                                              "LOST",
                                              "PASS",
                                              "DROP MAGNET",
                                              "MAGNET DROP 3",
                                              "DROP 3DROP 3",
                                              "DROP \xD9\xA3",
                                              "\xEF\xBB\xBF"
                                              "DROP 3",
                                              std::string("DROP 3\0", 7),
                                              std::string("DROP \0"
                                                          "3",
                                                          7),
                                              std::string("\0", 1),
                                              std::string(2000, '3'),
                                              "DROP " + std::string(2000, ' ') + "3",
                                              "DROP 0" + std::string(2000, '0')};
    for (const std::string& answer : answers) {
        INFO("answer '" << answer << "'");
        CHECK_FALSE(read_move(answer).has_value());
        CHECK(verdict_on(answer) == Verdict::unreadable);
    }
}

TEST_CASE("a drop into a column that the board has not is readable and illegal") {
    for (const std::string column : {"7",
                                     "8",
                                     "63",
                                     "64",
                                     "65",
                                     "127",
                                     "128",
                                     "254",
                                     "255",
                                     "256",
                                     "263",
                                     "511",
                                     "512",
                                     "1000",
                                     "65536",
                                     "2147483648",
                                     "4294967296",
                                     "4294967299",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "18446744073709551615",
                                     "18446744073709551619",
                                     "-1",
                                     "-7",
                                     "-249",
                                     "-256",
                                     "-9223372036854775808",
                                     "-99999999999999999999"}) {
        INFO("column " << column);
        REQUIRE(read_move("DROP " + column).has_value());
        CHECK(verdict_on("DROP " + column) == Verdict::illegal);
    }
    const std::string huge = "DROP 1" + std::string(1000, '0');
    REQUIRE(read_move(huge).has_value());
    CHECK_FALSE(read_move(huge)->is_magnet());
    CHECK(verdict_on(huge) == Verdict::illegal);
    CHECK(verdict_on("DROP 6") == Verdict::played);
}

TEST_CASE("a drop into a full column is readable and illegal, and the widest board takes its last column") {
    const auto board = games::parse_spec("magnetize:height=2,width=3").make_board(0);
    REQUIRE(board->play("DROP 2") == Verdict::played);
    REQUIRE(board->play("DROP 2") == Verdict::played);
    CHECK(board->play("DROP 2") == Verdict::illegal);
    CHECK(board->legal_moves() == std::vector<std::string>{"DROP 0", "DROP 1", "MAGNET"});
    const auto wide = games::parse_spec("magnetize:height=2,width=64").make_board(0);
    CHECK(wide->legal_moves().size() == 65);
    CHECK(wide->play("DROP 64") == Verdict::illegal);
    CHECK(wide->play("DROP 63") == Verdict::played);
}

TEST_CASE("a refused answer takes no turn") {
    const auto board = games::parse_spec("magnetize:width=7").make_board(0);
    CHECK(board->play("DROP 9") == Verdict::illegal);
    CHECK(board->play("nonsense") == Verdict::unreadable);
    CHECK(board->plies() == 0);
    CHECK(board->to_move() == games::Side::first);
    std::string block;
    board->write_turn(block);
    CHECK(block.substr(0, 4) == "0\n0\n");
}

TEST_CASE("the blocks of a short game are written line by line") {
    const auto board = games::parse_spec("magnetize:height=2,width=3,square=2,maglock=1").make_board(0);
    std::string setup;
    board->write_setup(games::Side::second, setup);
    CHECK(setup == "magnetize 1\n1\n2 3 2 1\n");
    std::string block;
    board->write_turn(block);
    CHECK(block == "0\n0\n0 0\n...\n...\n4\nDROP 0\nDROP 1\nDROP 2\nMAGNET\n");
    REQUIRE(board->play("DROP 2") == Verdict::played);
    block.clear();
    board->write_turn(block);
    CHECK(block == "1\n1\n0 DROP 2\n0 0\n...\n..*\n4\nDROP 0\nDROP 1\nDROP 2\nMAGNET\n");
    REQUIRE(board->play("MAGNET") == Verdict::played);
    block.clear();
    board->write_turn(block);
    CHECK(block == "2\n2\n0 DROP 2\n1 MAGNET\n0 1\n...\n..*\n4\nDROP 0\nDROP 1\nDROP 2\nMAGNET\n");
    REQUIRE(board->play("DROP 2") == Verdict::played);
    CHECK(board->lost_turns() == std::vector{games::Side::second});
    block.clear();
    board->write_turn(block);
    CHECK(block == "3\n2\n0 DROP 2\n1 LOST\n0 0\n..*\n..*\n3\nDROP 0\nDROP 1\nMAGNET\n");
}

TEST_CASE("each side sees its own lock first") {
    const auto board = games::parse_spec("magnetize:maglock=7").make_board(0);
    REQUIRE(board->play("MAGNET") == Verdict::played);
    std::string block;
    board->write_turn(block);
    CHECK(block.substr(0, 17) == "1\n1\n0 MAGNET\n0 7\n");
    REQUIRE(board->play("DROP 0") == Verdict::played);
    CHECK(board->lost_turns() == std::vector{games::Side::first});
    REQUIRE(board->play("MAGNET") == Verdict::played);
    // Both are locked now: in turn they lose six turns each, and then second still has one to lose.
    CHECK(board->lost_turns().size() == 12);
    CHECK(board->to_move() == games::Side::first);
    block.clear();
    board->write_turn(block);
    CHECK(block.find("1 LOST\n0 1\n") != std::string::npos);
}

}  // namespace games_test

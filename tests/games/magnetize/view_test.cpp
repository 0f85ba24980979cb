// Magnetize as people see it: the board with its labels, the keys to type, the marks of the sides.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/magnetize/view.hpp"
#include "games/spec.hpp"

namespace games_test {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    REQUIRE(lines.back().empty());
    lines.pop_back();
    return lines;
}

const std::string labels_of_64 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#@";

}  // namespace

TEST_CASE("the board is shown as labels, a blank line, and labelled rows") {
    const auto board = games::parse_spec("magnetize:height=4,width=5").make_board(0);
    for (const char* move : {"DROP 1", "DROP 3", "DROP 0", "DROP 1", "DROP 1"}) {
        REQUIRE(board->play(move) == games::Verdict::played);
    }
    CHECK(board->display({}) == "  01234\n\n0 .....\n1 .*...\n2 .o...\n3 **.o.\n");
}

TEST_CASE("a magnet that is on is told below the board") {
    const auto board = games::parse_spec("magnetize:height=2,width=2,maglock=9").make_board(0);
    REQUIRE(board->play("MAGNET") == games::Verdict::played);
    CHECK(board->display({}) == "  01\n\n0 ..\n1 ..\nmagnet of * (left) is on, turns to lose: 9\n");
    REQUIRE(board->play("DROP 1") == games::Verdict::played);
    CHECK(board->display({}) == "  01\n\n0 ..\n1 .o\nmagnet of * (left) is on, turns to lose: 8\n");
    const auto other = games::parse_spec("magnetize:height=2,width=2,maglock=9").make_board(0);
    REQUIRE(other->play("DROP 0") == games::Verdict::played);
    REQUIRE(other->play("MAGNET") == games::Verdict::played);
    CHECK(other->display({}) == "  01\n\n0 ..\n1 *.\nmagnet of o (right) is on, turns to lose: 9\n");
}

TEST_CASE("labels run from digits over capitals and small letters to # and @") {
    const auto lines = lines_of(games::parse_spec("magnetize:height=64,width=64").make_board(0)->display({}));
    REQUIRE(lines.size() == 66);
    CHECK(lines[0] == "  " + labels_of_64);
    CHECK(lines[1].empty());
    for (std::size_t row = 0; row < 64; ++row) {
        CHECK(lines[row + 2] == std::string{labels_of_64[row], ' '} + std::string(64, '.'));
    }
}

TEST_CASE("a label drops, an exclamation mark pulls, and a question mark names no column") {
    const auto board = games::parse_spec("magnetize:width=64").make_board(0);
    for (std::size_t column = 0; column < 62; ++column) {
        const std::string typed(1, labels_of_64[column]);
        INFO("typed " << typed);
        CHECK(board->move_of_keys(typed) == "DROP " + std::to_string(column));
    }
    CHECK(board->move_of_keys("!") == "MAGNET");
    CHECK(board->move_of_keys("MAGNET") == "MAGNET");
    CHECK(board->move_of_keys("DROP 63") == "DROP 63");
    CHECK(board->move_of_keys("magnet") == "MAGNET");
    CHECK(board->move_of_keys("10") == "DROP 10");
    CHECK(board->move_of_keys("drop A") == "DROP 10");
    CHECK(board->move_of_keys("drop a") == "DROP 36");
    for (const char* typed : {"?", "", " ", "!!", "00", "-", "*", "0 ", " 0", "magnets", "DROP", "\xC3"}) {
        INFO("typed '" << typed << "'");
        CHECK_FALSE(board->move_of_keys(typed).has_value());
    }
}

TEST_CASE("black is an asterisk and white a small o") {
    const auto board = games::parse_spec("magnetize").make_board(0);
    CHECK(board->mark(games::Side::first, {}) == "*");
    CHECK(board->mark(games::Side::second, {}) == "o");
}

}  // namespace games_test

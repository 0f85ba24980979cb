// Tests details of the rules of fitz that are easy to get wrong, with small games in the core and in the reference.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "games/explains.hpp"
#include "games/spec.hpp"
#include "tests/games/fitz/pair.hpp"

namespace games_test {

namespace {

using games::Outcome;
using reference::FitzMove;
using reference::FitzPosition;
using reference::FitzSettings;
using reference::FitzTile;
using Rows = std::vector<std::string>;

const FitzTile dot = {".....", ".....", "..!..", ".....", "....."};
const FitzTile corner_dot = {"!....", ".....", ".....", ".....", "....."};
const FitzTile domino = {".....", ".....", "..!!.", ".....", "....."};
const FitzTile square = {".....", ".....", "..!!.", "..!!.", "....."};
const FitzTile bar = {".....", ".....", "!!!!!", ".....", "....."};
const FitzTile plus = {".....", "..!..", ".!!!.", "..!..", "....."};
const FitzTile of_the_seed = {"!!!..", "!!...", ".....", ".....", "....."};

FitzMove move_of(const std::string& text) {
    std::istringstream words(text);
    FitzMove move{};
    words >> move.row >> move.column >> move.degrees;
    return move;
}

/// Plays "row column degrees; ..." in core and reference, and checks that they agree after each ply.
FitzPair played(const FitzSettings& settings, const std::string& moves,
                const std::optional<FitzPosition>& position = {}) {
    Random random(1);
    FitzPair pair(settings, position);
    REQUIRE(pair.difference(random) == "");
    std::istringstream list(moves);
    for (std::string text; std::getline(list, text, ';');) {
        INFO(pair.how_to_reproduce() << " now " << text);
        REQUIRE_FALSE(pair.by_reference().over);
        REQUIRE(pair.by_core().legal(move_of(text).text()));
        REQUIRE(pair.by_reference().is_legal(move_of(text)));
        pair.play(move_of(text));
        REQUIRE(pair.difference(random) == "");
    }
    return pair;
}

void check_end(const FitzPair& pair, Outcome outcome, const std::string& reason) {
    CHECK(pair.by_core().outcome() == outcome);
    CHECK(pair.by_core().reason() == reason);
}

std::vector<std::string> rows_of(int row, int column, int degrees, const FitzTile& tile, int height, int width) {
    return played({height, width, {tile, dot}, 99}, FitzMove{row, column, degrees}.text()).by_reference().board;
}

std::size_t listed_with(const FitzPair& pair, const std::string& end) {
    const auto moves = pair.by_core().legal_moves();
    return static_cast<std::size_t>(
        std::count_if(moves.begin(), moves.end(), [&](const std::string& move) { return move.ends_with(end); }));
}

}  // namespace

TEST_CASE("fitz: the middle may be up to two cells off the board if the filled cells are on it") {
    const FitzPair pair({3, 3, {corner_dot}, 99}, {});
    for (const char* move : {"2 2 0", "4 4 0", "2 4 0", "-2 2 270", "-2 -2 180", "0 0 180", "4 -2 90", "2 0 90"}) {
        INFO(move);
        CHECK(pair.by_core().legal(move));
        CHECK(pair.by_reference().is_legal(move_of(move)));
    }
    for (const char* move : {"1 2 0", "2 1 0", "5 2 0", "2 5 0", "-3 -2 180", "-2 -3 180", "1 -2 180", "-2 1 180"}) {
        INFO(move);
        CHECK_FALSE(pair.by_core().legal(move));
        CHECK_FALSE(pair.by_reference().is_legal(move_of(move)));
    }
    CHECK(pair.by_core().legal_moves().size() == 4 * 9);
    played({3, 3, {corner_dot}, 99}, "-2 -2 180;4 4 0;-2 4 270;4 -2 90");
}

TEST_CASE("fitz: a tile turns clockwise about its middle") {
    // The example from the original game is `1 2 180`. There the middle is marked.
    CHECK(rows_of(1, 2, 180, of_the_seed, 4, 8) == Rows{"........", "........", "...**...", "..***..."});
    CHECK(rows_of(2, 2, 0, of_the_seed, 5, 5) == Rows{"***..", "**...", ".....", ".....", "....."});
    CHECK(rows_of(2, 2, 90, of_the_seed, 5, 5) == Rows{"...**", "...**", "....*", ".....", "....."});
    CHECK(rows_of(2, 2, 180, of_the_seed, 5, 5) == Rows{".....", ".....", ".....", "...**", "..***"});
    CHECK(rows_of(2, 2, 270, of_the_seed, 5, 5) == Rows{".....", ".....", "*....", "**...", "**..."});
}

TEST_CASE("fitz: each rotation of a tile that looks the same is legal and listed") {
    const FitzPair pair({4, 5, {plus}, 99}, {});
    CHECK(pair.by_core().legal_moves() == Rows{"1 1 0",   "1 2 0",   "1 3 0",   "2 1 0",   "2 2 0",   "2 3 0",
                                               "1 1 90",  "1 2 90",  "1 3 90",  "2 1 90",  "2 2 90",  "2 3 90",
                                               "1 1 180", "1 2 180", "1 3 180", "2 1 180", "2 2 180", "2 3 180",
                                               "1 1 270", "1 2 270", "1 3 270", "2 1 270", "2 2 270", "2 3 270"});
    // A bar looks the same after half a turn. A square beside the middle keeps its shape but moves around the middle.
    const FitzPair bars({5, 6, {bar}, 99}, {});
    for (const auto& [end, count] : {std::pair{" 0", 10u}, {" 90", 6u}, {" 180", 10u}, {" 270", 6u}})
        CHECK(listed_with(bars, end) == count);
    const FitzPair squares({2, 2, {square}, 99}, {});
    CHECK(squares.by_core().legal_moves() == Rows{"0 0 0", "0 1 90", "1 1 180", "1 0 270"});
}

TEST_CASE("fitz: moves are listed by rotation, then row, then column") {
    const FitzPair pair({2, 2, {domino}, 99}, {});
    CHECK(pair.by_core().legal_moves() ==
          Rows{"0 0 0", "1 0 0", "0 0 90", "0 1 90", "0 1 180", "1 1 180", "1 0 270", "1 1 270"});
}

TEST_CASE("fitz: empty cells of a tile may lie on filled cells and beyond the edge, and so may its middle") {
    const FitzTile gap = {".....", ".....", ".!.!.", ".....", "....."};
    const FitzPair pair = played({1, 3, {dot, gap}, 99}, "0 1 0;0 1 0");
    CHECK(pair.by_reference().board == Rows{"#*#"});
    check_end(pair, Outcome::second_won, "no placement");
}

TEST_CASE("fitz: after the last tile the first one comes again") {
    const FitzPair pair = played({2, 6, {dot, domino, bar}, 99}, "0 0 0;1 0 0;0 3 0");
    std::string frame;
    pair.by_core().write_frame(frame);
    CHECK(frame == R"({"board":["******","##...."],"tile":0})");
    const FitzPair later = played({2, 6, {dot, domino, bar}, 99}, "0 0 0;1 0 0;0 3 0;1 2 0;1 4 0");
    check_end(later, Outcome::first_won, "no placement");
    const FitzPair alone = played({1, 3, {dot}, 99}, "0 0 0;0 2 180;0 1 90");
    CHECK(alone.by_reference().board == Rows{"**#"});
    check_end(alone, Outcome::first_won, "no placement");
}

TEST_CASE("fitz: a player without a place for the tile loses at once, however many cells are empty") {
    const FitzPosition seed{0, 0, {"#####", ".**##", "**..#", ".****"}};
    const FitzPair lost = played({4, 5, {square}, 99}, "", seed);
    check_end(lost, Outcome::second_won, "no placement");
    CHECK(lost.by_core().plies() == 0);
    CHECK(lost.by_core().legal_moves().empty());
    const FitzPosition other{0, 1, seed.board};
    check_end(played({4, 5, {square}, 99}, "", other), Outcome::first_won, "no placement");
    check_end(played({3, 3, {dot, square}, 99}, "1 1 0"), Outcome::first_won, "no placement");
}

TEST_CASE("fitz: a board of one cell") {
    check_end(played({1, 1, {dot}, 99}, "0 0 270"), Outcome::first_won, "no placement");
    check_end(played({1, 1, {corner_dot}, 99}, "-2 2 270"), Outcome::first_won, "no placement");
    check_end(played({1, 1, {domino}, 99}, ""), Outcome::second_won, "no placement");
    const FitzPair pair({1, 1, {dot}, 99}, {});
    CHECK(pair.by_core().legal_moves() == Rows{"0 0 0", "0 0 90", "0 0 180", "0 0 270"});
}

TEST_CASE("fitz: boards of one row and of one column") {
    check_end(played({1, 9, {bar, domino}, 99}, "0 2 0;0 5 0"), Outcome::second_won, "no placement");
    check_end(played({9, 1, {bar, domino}, 99}, "2 0 90;6 0 270"), Outcome::second_won, "no placement");
    const FitzPair row({1, 999, {bar}, 9999}, {});
    CHECK(row.by_core().legal_moves().size() == 2 * 995);
    CHECK(row.by_core().legal("0 996 180"));
    CHECK_FALSE(row.by_core().legal("0 997 0"));
    CHECK_FALSE(row.by_core().legal("0 500 90"));
    const FitzPair column({999, 1, {bar}, 9999}, {});
    CHECK(column.by_core().legal_moves().size() == 2 * 995);
    CHECK(column.by_core().legal("996 0 90"));
}

TEST_CASE("fitz: a row does not run over into the next") {
    for (const int width : {5, 8, 63, 64, 65, 128}) {
        INFO("width " << width);
        const FitzPair pair({3, width, {bar}, 999}, {});
        CHECK(listed_with(pair, " 0") == static_cast<std::size_t>(3 * (width - 4)));
        CHECK_FALSE(pair.by_core().legal("1 " + std::to_string(width - 2) + " 0"));
        CHECK_FALSE(pair.by_core().legal("1 1 0"));
        CHECK(pair.by_core().legal("1 " + std::to_string(width - 3) + " 0"));
    }
}

TEST_CASE("fitz: the game is a draw at the ply limit, unless the last ply leaves the opponent without a place") {
    check_end(played({1, 3, {dot}, 2}, "0 0 0;0 1 0"), Outcome::drawn, "ply limit");
    check_end(played({1, 3, {dot}, 3}, "0 0 0;0 1 0;0 2 0"), Outcome::first_won, "no placement");
    check_end(played({1, 3, {dot}, 4}, "0 0 0;0 1 0;0 2 0"), Outcome::first_won, "no placement");
}

TEST_CASE("fitz: the reason of an illegal move names the rotation, the edge of the board, or an occupied cell") {
    const auto board = fitz_spec({2, 3, {domino}, 99}, FitzPosition{0, 0, {".*.", "#.."}}).make_board(0);
    const auto& explains = dynamic_cast<const games::Explains&>(*board);
    CHECK(explains.why_illegal("1 1 0").empty());  // it is legal
    CHECK(explains.why_illegal("1 1 45") == "the rotation must be 0, 90, 180 or 270");
    CHECK(explains.why_illegal("1 9 45") == "the rotation must be 0, 90, 180 or 270");
    for (const char* outside : {"1 2 0", "1 1 90", "0 0 180", "2 0 0", "999 999 0"})
        CHECK(explains.why_illegal(outside) == "a filled cell of the tile would lie outside the board");
    for (const char* occupied : {"0 0 0", "0 1 0", "1 0 0", "0 1 90"})
        CHECK(explains.why_illegal(occupied) == "a filled cell of the tile would lie on an occupied cell");
    CHECK(explains.why_illegal("one 1 0").empty());  // that is not written as a move
}

TEST_CASE("fitz: a saved position says who moves first and with which tile") {
    const FitzPosition position{1, 1, {".*.", "#.."}};
    const FitzPair pair = played({2, 3, {dot, domino, bar}, 99}, "", position);
    CHECK(pair.by_core().to_move() == games::Side::second);
    CHECK(pair.by_core().plies() == 0);
    std::string block;
    const auto board = fitz_spec({2, 3, {dot, domino, bar}, 99}, position).make_board(0);
    board->write_turn(block);
    CHECK(block == "0\n0\n1\n.*.\n#..\n4\n1 1 0\n0 2 90\n1 2 180\n1 2 270\n");
    const FitzPair after = played({2, 3, {dot, domino, bar}, 99}, "1 1 0", position);
    CHECK(after.by_reference().board == Rows{".*.", "###"});
    check_end(after, Outcome::second_won, "no placement");
}

}  // namespace games_test

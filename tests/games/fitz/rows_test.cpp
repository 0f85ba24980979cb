// Tests the rows of the boards of fitz, and boards that are too large to list their moves.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/spec.hpp"
#include "tests/games/fitz/pair.hpp"

namespace games_test {

namespace {

std::string block_of(games::Board& board) {
    std::string block;
    board.write_turn(block);
    return block;
}

const reference::FitzTile corner = {".....", ".....", "..!!.", "..!..", "....."};
const reference::FitzTile pair_of_dots = {".....", ".....", ".!.!.", ".....", "....."};

std::unique_ptr<games::Board> board_of(int height, int width) {
    return fitz_spec({height, width, {corner, pair_of_dots}, 10'000}).make_board(0);
}

}  // namespace

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

TEST_CASE("on more than 4,096 cells moves are not listed") {
    const auto listed = board_of(64, 64);
    CHECK(listed->moves_listed());
    CHECK(block_of(*listed).find("\n-1\n") == std::string::npos);
    const auto board = board_of(17, 241);
    CHECK_FALSE(board->moves_listed());
    CHECK(board->legal_moves().empty());
    CHECK(block_of(*board).ends_with("...\n-1\n"));
    std::string frame;
    board->write_frame(frame);
    CHECK(frame.starts_with(R"({"board":["....)"));
}

}  // namespace games_test

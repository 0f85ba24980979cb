// Boards on which moves have been made, and the blocks that they write.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "games/spec.hpp"

namespace games_test {

/// The board of this spec after these moves, each of which must be legal.
inline std::unique_ptr<games::Board> board_after(const std::string& spec, const std::vector<std::string>& moves) {
    auto board = games::parse_spec(spec).make_board(0);
    for (const std::string& move : moves)
        REQUIRE(board->play(move) == games::Verdict::played);
    return board;
}

/// The block of the side to move, which counts as told then.
inline std::string turn_block(games::Board& board) {
    std::string block;
    board.write_turn(block);
    return block;
}

}  // namespace games_test

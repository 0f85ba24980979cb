// Reads setup and turn blocks as strictly as a bot could (the first section of docs/protocol.md defines their format),
// and makes answers that a bot might give by mistake or malice.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/board.hpp"
#include "tests/games/random.hpp"

namespace games_test {

/// Thrown for a block that does not have the format of the protocol.
class BadBlock : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct SetupBlock {
    std::string game;  ///< from the line "<game> 1"; the version, which must be 1, is left out
    int player = 0;
    std::vector<long long> settings;
    std::vector<std::string> rest;  ///< lines that exist only in some games
};

struct TurnBlock {
    int ply = 0;
    std::vector<std::string> news;  ///< "<player> <move>"
    std::vector<long long> state;
    std::vector<std::string> board;
    bool moves_listed = false;
    std::vector<std::string> moves;
};

inline std::string frame_of(const games::Board& board) {
    std::string frame;
    board.write_frame(frame);
    return frame;
}

/// Throws BadBlock.
SetupBlock read_setup_block(std::string_view text);
/// `height`: the number of rows of the board. Throws BadBlock.
TurnBlock read_turn_block(std::string_view text, std::size_t height);

/// Variants of `move` with small mistakes: one character, letter case, spaces, or numbers.
std::vector<std::string> near_misses(const std::string& move, Random& random);

/// Up to 40 random bytes of any value. Sometimes they start with a prefix of a legal move.
std::string noise(const std::vector<std::string>& moves, Random& random);

}  // namespace games_test

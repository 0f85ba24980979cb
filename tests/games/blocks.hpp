// Reads setup and turn blocks as strictly as a bot could. The first section of docs/protocol.md defines their format.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

/// Throws BadBlock.
SetupBlock read_setup_block(std::string_view text);
/// `height`: the number of rows of the board. Throws BadBlock.
TurnBlock read_turn_block(std::string_view text, std::size_t height);

}  // namespace games_test

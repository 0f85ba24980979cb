// Reads setup and turn blocks back, as strictly as a bot could: the form of docs/protocol's first section.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace games_test {

/// A block that has not the form of the protocol.
class BadBlock : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct SetupBlock {
    std::string game;  ///< "<game> 1" without the version, which has to be 1
    int player = 0;
    std::vector<long long> settings;
    std::vector<std::string> rest;  ///< lines that only some games have
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
/// `height`: how many rows the board has. Throws BadBlock.
TurnBlock read_turn_block(std::string_view text, std::size_t height);

}  // namespace games_test

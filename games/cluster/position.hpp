// Written positions of CLUSTER: the columns, gravity, who moves, and what is left in the bags.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games::cluster {

struct Config;

/// The columns under gravity 0 from the left, each from its top: '.', 'a', 'b', 'c' and 'd'.
struct Position {
    std::vector<std::string> columns;
    int gravity = 0;
    Side to_move = Side::first;
    std::array<int, 4> bags{};  ///< pellets left, by colour

    int side() const { return static_cast<int>(columns.size() + 1) / 2; }
};

/// Reads the columns, gravity, who moves (0 or 1), and what is left of each colour, which may be missing: it is then
/// all that is not on the board. Throws UserError if it is written in another way, or there are more pellets than there
/// can be.
Position read_position(const FileText& file);

/// Throws UserError if a pellet hangs in the air. Requires: the config's side is that of the position.
void check_position(const FileText& file, const Position& position, const Config& config);

/// The columns with '/' between them, gravity, who moves, and the bags.
std::string text_of(const Position& position);

}  // namespace games::cluster

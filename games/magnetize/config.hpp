// The settings of Magnetize.
#pragma once

#include <optional>
#include <span>

#include "games/magnetize/position.hpp"
#include "games/settings.hpp"

namespace games::magnetize {

/// Rows, and columns, of the largest board.
inline constexpr int max_side = 64;

/// Requires of a valid one: height and width 2..64, square 2..min(height, width), maglock 1..1000, max_plies 1..100000;
/// a position has passed check_position.
struct Config {
    int height = 5;
    int width = 12;
    int square = 2;
    int maglock = 3;
    int max_plies = 240;
    std::optional<Position> position = {};  ///< before the first ply; none: an empty board
};

/// Every setting, with what values it takes.
SettingTable settings();

/// Fills in the defaults. Throws UserError if values don't fit together.
void complete(SettingValues& values);

/// Requires: `values` have been completed.
Config config_of(const SettingValues& values);

}  // namespace games::magnetize

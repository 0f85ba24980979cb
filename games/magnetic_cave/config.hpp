// The settings of Magnetic Cave.
#pragma once

#include <span>

#include "games/magnetic_cave/position.hpp"
#include "games/settings.hpp"

namespace games::magnetic_cave {

/// The board is full then.
inline constexpr int longest_game = 64;

/// Requires of a valid one: max_plies 1..longest_game.
struct Config {
    int max_plies = longest_game;
    Position position = {};  ///< before the first ply; the game is not over there
};

/// Every setting, with what values it takes.
SettingTable settings();

/// Fills in the defaults. Throws UserError if the position is wrong.
void complete(SettingValues& values);

/// Requires: `values` have been completed.
Config config_of(const SettingValues& values);

}  // namespace games::magnetic_cave

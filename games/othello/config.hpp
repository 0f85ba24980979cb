// The settings of Othello.
#pragma once

#include <span>

#include "games/othello/position.hpp"
#include "games/settings.hpp"

namespace games::othello {

/// More plies than any game can have: 60 moves, and never two passes without a move between them.
inline constexpr int longest_game = 128;

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

}  // namespace games::othello

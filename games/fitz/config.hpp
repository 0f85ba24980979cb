// The settings of fitz.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "games/fitz/saved_position.hpp"
#include "games/fitz/tile.hpp"
#include "games/settings.hpp"

namespace games::fitz {

/// Rows, and columns, of the largest board.
inline constexpr int max_side = 999;
/// The moves of larger boards are not listed.
inline constexpr int max_listed_cells = 4096;
/// More plies than any board has room for.
inline constexpr int longest_game = 1'000'000;

/// Requires of a valid one: height and width 1..999, at least one tile and none without a filled cell, max_plies
/// 1..1000000; a saved position has the same height and width, and its next tile is one of the tiles.
struct Config {
    int height = 10;
    int width = 10;
    std::vector<Tile> tiles;
    std::optional<SavedPosition> saved;
    int max_plies = 101;

    int cells() const { return height * width; }
};

/// Every setting, with what values it takes.
SettingTable settings();

/// Fills in the defaults and brings the files into their canonical form. Throws UserError if a file is wrong or
/// values don't fit together.
void complete(SettingValues& values);

/// Requires: `values` have been completed.
Config config_of(const SettingValues& values);

}  // namespace games::fitz

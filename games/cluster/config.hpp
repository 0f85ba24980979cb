// The settings of CLUSTER, and the sizes that follow from them.
#pragma once

#include <optional>
#include <span>

#include "games/cluster/position.hpp"
#include "games/settings.hpp"

namespace games::cluster {

/// Cells along each side of the smallest and of the largest board.
inline constexpr int min_side = 3;
inline constexpr int max_side = 32;

/// Requires of a valid one: side 3..32, connect 2..2 side - 1, max_plies 1..100000; a position has passed
/// check_position.
struct Config {
    int side = 6;
    int connect = 4;
    int max_plies = 40000;
    std::optional<Position> position = {};  ///< before the first ply; none: an empty board
};

/// The number of cells of a hexagon with this many cells along each of its sides.
constexpr int cell_count(int side) {
    return 3 * side * (side - 1) + 1;
}
/// The number of columns under any gravity; the middle one has as many cells.
constexpr int column_count(int side) {
    return 2 * side - 1;
}
/// The number of pellets of each colour.
constexpr int bag_size(int side) {
    return cell_count(side) / 4 / 4 * 4;
}

/// Every setting, with what values it takes.
SettingTable settings();

/// Fills in the defaults. Throws UserError if values don't fit together.
void complete(SettingValues& values);

/// Requires: `values` have been completed.
Config config_of(const SettingValues& values);

}  // namespace games::cluster

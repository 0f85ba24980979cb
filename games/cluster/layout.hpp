// How CLUSTER's hexagon lies on bitboards.
#pragma once

#include <array>

#include "games/bits.hpp"
#include "games/cluster/config.hpp"
#include "games/cluster/geometry.hpp"
#include "games/cluster/move.hpp"

namespace games::cluster {

/// Boards of up to `MaxSide` cells along each side, as gravity sees them: every column is a stack from its lowest cell
/// on, and what lies above, below and beside does not depend on where gravity points. The cell at a seat (see
/// geometry.hpp) is bit column * pitch + level of a bitboard, its *place*. No step along an axis leads from one end of
/// the board to the other: there is room between the columns' ends.
template <int MaxSide>
struct Layout {
    static constexpr int pitch = column_count(MaxSide);
    static constexpr int places = pitch * pitch;
    /// A step up, to the lower right, and to the upper right: along each of the three axes.
    static constexpr std::array<int, 3> axes = {1, pitch, pitch + 1};

    using Cells = Bits<(places + 63) / 64>;
    using Pellets = std::array<Cells, colours>;  ///< on the board, by colour

    static constexpr int place(int column, int level) { return column * pitch + level; }
    static constexpr Seat seat_of(int place) { return {place / pitch, place % pitch}; }
};

}  // namespace games::cluster

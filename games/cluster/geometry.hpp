// The hexagon of CLUSTER: how its cells are numbered, and where the columns are under each gravity.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace games::cluster {

inline constexpr int directions = 6;  ///< 0 S, 1 SW, 2 NW, 3 N, 4 NE, 5 SE

/// A cell as gravity sees it. Columns are counted from the left when one looks along gravity's pull with down below.
/// Levels are counted upwards, and askew: the neighbours of a cell are the one above and below (level + 1, - 1), the
/// lower ones to the right and the upper left (column + 1, - 1 on the same level), and the upper right and lower left
/// (column and level both + 1, - 1). So with m = side - 1 the hexagon is 0 <= column, level <= 2 m with |column -
/// level| <= m, whatever the gravity.
struct Seat {
    int column;
    int level;
    friend constexpr bool operator==(Seat, Seat) = default;
};

/// The level of a column's lowest cell, and of its highest, on a board with m = side - 1.
constexpr int bottom_level(int column, int m) {
    return column > m ? column - m : 0;
}
constexpr int top_level(int column, int m) {
    return column < m ? column + m : 2 * m;
}

/// The seat of the same cell after gravity has turned by `cycles` (0..5).
constexpr Seat turned(Seat seat, int cycles, int m) {
    for (; cycles > 0; --cycles)
        seat = {m + seat.column - seat.level, seat.column};
    return seat;
}

/// Tables for one size of board. Rules: RULES.md in this folder.
class Geometry {
public:
    /// Requires: side >= 2.
    explicit Geometry(int side);

    int side() const { return side_; }
    int cells() const { return static_cast<int>(neighbours_.size()); }
    int columns() const { return 2 * side_ - 1; }

    /// The number of the neighbour, or -1.
    int neighbour(int cell, int direction) const {
        return neighbours_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
    }
    /// The number of the cell at this seat. Requires: it is on the board.
    int cell(int gravity, Seat seat) const {
        return cells_at_[static_cast<std::size_t>(gravity)]
                        [static_cast<std::size_t>(seat.column * columns() + seat.level)];
    }
    /// The number of the highest cell of a column.
    int top(int gravity, int column) const { return cell(gravity, {column, top_level(column, side_ - 1)}); }
    /// The place of the cell with this number.
    Seat seat(int gravity, int cell) const {
        return turned(seats_[static_cast<std::size_t>(cell)], gravity, side_ - 1);
    }

private:
    bool on_board(Seat seat) const;
    void number_cells();

    int side_;
    std::vector<Seat> seats_;  ///< by number, as gravity 0 sees them
    std::vector<std::array<std::int16_t, directions>> neighbours_;
    std::array<std::vector<std::int16_t>, directions> cells_at_;  ///< by gravity and seat; -1 off the board
};

}  // namespace games::cluster

// A tile of 5 x 5 cells, its quarter turns, and the part of it that has to lie on the board.
#pragma once

#include <array>
#include <cstdint>

namespace games::fitz {

/// Rows and columns of a tile.
inline constexpr int tile_side = 5;
/// Row and column of the cell about which a tile is turned, and which a move names.
inline constexpr int tile_middle = 2;
/// Cells of a tile, filled or not.
inline constexpr int tile_cells = tile_side * tile_side;
/// By how many quarter turns a tile can lie: 0 to 3.
inline constexpr int rotations = 4;

/// A tile as it is written in its file.
struct Tile {
    std::array<std::uint8_t, tile_side> rows{};  ///< bit c of rows[r] is set where row r is filled in column c

    bool filled(int row, int column) const { return rows[static_cast<std::size_t>(row)] >> column & 1; }
    /// Whether any cell is filled.
    bool any() const;
    friend bool operator==(const Tile&, const Tile&) = default;
};

/// The tile after a quarter turn clockwise about its middle.
Tile turned(const Tile& tile);

/// A tile without the empty rows and columns around it.
struct Shape {
    /// A filled cell, counted from the top left one of the shape.
    struct Cell {
        std::uint8_t row = 0;
        std::uint8_t column = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    int top = 0;   ///< how many rows of the tile lie above it
    int left = 0;  ///< how many columns of the tile lie left of it
    int height = 0;
    int width = 0;
    int count = 0;                         ///< filled cells
    std::array<Cell, tile_cells> cells{};  ///< the first `count`: the filled cells in reading order

    /// Whether both fill the same cells but for a shift.
    bool same_form(const Shape& other) const { return count == other.count && cells == other.cells; }
};

/// Requires: the tile has a filled cell.
Shape shape_of(const Tile& tile);

}  // namespace games::fitz

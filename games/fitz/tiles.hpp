// The tiles of fitz: their quarter turns, the part that must lie on the board, and the files that contain them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/settings.hpp"

namespace games::fitz {

/// The number of rows, and of columns, of a tile.
inline constexpr int tile_side = 5;
/// The row and the column of the tile's middle. A tile is turned about this cell, and a move gives the position of this
/// cell on the board.
inline constexpr int tile_middle = 2;
/// The number of cells of a tile, filled or not.
inline constexpr int tile_cells = tile_side * tile_side;
/// The number of rotations of a tile: 0 to 3 quarter turns.
inline constexpr int rotations = 4;

/// A tile as written in its file.
struct Tile {
    std::array<std::uint8_t, tile_side> rows{};  ///< bit c of rows[r] is set if the cell in row r and column c is
                                                 ///< filled

    bool filled(int row, int column) const { return rows[static_cast<std::size_t>(row)] >> column & 1; }
    /// Whether any cell is filled.
    bool any() const;
    friend bool operator==(const Tile&, const Tile&) = default;
};

/// The tile after a quarter turn clockwise about its middle.
Tile turned(const Tile& tile);

/// A tile without the empty rows and columns around it.
struct Shape {
    /// A filled cell, relative to the top left cell of the shape.
    struct Cell {
        std::uint8_t row = 0;
        std::uint8_t column = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    int top = 0;   ///< the number of rows of the tile above the shape
    int left = 0;  ///< the number of columns of the tile to the left of the shape
    int height = 0;
    int width = 0;
    int count = 0;                         ///< the number of filled cells
    std::array<Cell, tile_cells> cells{};  ///< the first `count` are the filled cells in reading order

    /// Whether both shapes fill the same cells, apart from a shift.
    bool same_form(const Shape& other) const { return count == other.count && cells == other.cells; }
};

/// Requires: the tile has a filled cell.
Shape shape_of(const Tile& tile);

/// The name of the built-in set of tiles.
inline constexpr std::string_view builtin = "builtin";

/// The text of the built-in set of tiles, as in a file.
std::string_view builtin_text();

/// Reads the tiles of a file: five lines of five cells each (`!` filled, `.` or `,` empty), and one blank line between
/// tiles. Ignores blank lines at the end, and a CR before an LF. Throws UserError with the file and the line.
std::vector<Tile> read_tiles(const FileText& file);

/// The text of the tiles, which read_tiles reads again: `!` and `.`, with a blank line after each tile.
std::string text_of(const std::vector<Tile>& tiles);

/// Appends one row of a tile: five characters, `!` or `.`.
void write_tile_row(const Tile& tile, int row, std::string& out);

/// A tile in its four rotations side by side, in readable lines. Each line begins with `indent`.
std::string show_rotations(const Tile& tile, std::string_view indent);

/// All tiles of a file with their indices and rotations, in readable lines. Throws UserError as read_tiles does.
std::string show_tiles(const FileText& file);

}  // namespace games::fitz

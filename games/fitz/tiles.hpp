// The tiles of fitz: their quarter turns, the part that has to lie on the board, and the files that hold them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/settings.hpp"

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

/// The name that stands for our own set of tiles.
inline constexpr std::string_view builtin = "builtin";

/// The text of our own set of tiles, as a file would hold it.
std::string_view builtin_text();

/// Reads the tiles of a file: five lines of five cells each (`!` filled, `.` or `,` empty), one blank line between
/// tiles. Blank lines at the end, and a CR before an LF, are ignored. Throws UserError with the file and the line.
std::vector<Tile> read_tiles(const FileText& file);

/// The tiles as a file that read_tiles gives back: `!` and `.`, a blank line after each.
std::string text_of(const std::vector<Tile>& tiles);

/// Appends one row of a tile: five times `!` or `.`.
void write_tile_row(const Tile& tile, int row, std::string& out);

/// A tile in its four rotations side by side, as lines for people, each behind `indent`.
std::string show_rotations(const Tile& tile, std::string_view indent);

/// All tiles of a file with their numbers and rotations, for people. Throws UserError as read_tiles does.
std::string show_tiles(const FileText& file);

}  // namespace games::fitz

// Tile files: reads them with errors that say how to mend them, and writes and shows tiles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/fitz/tile.hpp"
#include "games/settings.hpp"

namespace games::fitz {

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

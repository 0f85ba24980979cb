// Rows of a board as text, eight cells at a time: what every game on bitboards writes each turn.
#pragma once

#include <cstdint>
#include <string>

namespace games {

/// The text of a board's cells.
struct CellChars {
    char empty;
    char first;   ///< a piece of Side::first
    char second;  ///< a piece of Side::second
};

/// Appends `width` cells, 1 to 64, of which these are the first side's and these the second's; bit 0 is the leftmost.
/// Requires: no cell is both's.
void write_cells(std::uint64_t first, std::uint64_t second, int width, CellChars chars, std::string& out);

}  // namespace games

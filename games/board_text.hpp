// Writes rows of a board as text, for turn blocks and for the frames of the log.
#pragma once

#include <cstdint>
#include <string>

namespace games {

/// The characters of a board's cells.
struct CellChars {
    char empty;
    char first;   ///< a piece of Side::first
    char second;  ///< a piece of Side::second
};

/// Appends the text of `width` cells. Bits set in `first` and `second` are pieces of that side. Bit 0 is the leftmost
/// cell. Requires: 1 <= width <= 64, and no cell is set in both.
void write_cells(std::uint64_t first, std::uint64_t second, int width, CellChars chars, std::string& out);

/// Appends `"board":[rows]` from top to bottom. The game's write_row writes each row. Requires: no row needs escaping.
template <class G>
void append_board(const G& rules, const typename G::State& state, std::string& out) {
    out += R"("board":[)";
    for (int row = 0; row < row_count(rules); ++row) {
        out += row == 0 ? "\"" : "\",\"";
        write_row(rules, state, row, out);
    }
    out += "\"]";
}

}  // namespace games

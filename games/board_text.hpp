// Rows of a board as text, in turn blocks and in the frames of the log.
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

/// Appends `"board":[rows]`, top to bottom, each as the game's write_row writes it. Requires: no row needs escaping.
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

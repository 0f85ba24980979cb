// Saved positions: a text file that says whose turn it is, which tile comes next, and what lies on the board.
#pragma once

#include <string>
#include <vector>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games::fitz {

/// The content of such a file, not yet compared with a board or with tiles.
struct SavedPosition {
    int next_tile = 0;
    Side next_player = Side::first;
    int height = 0;
    int width = 0;
    std::vector<std::string> board;  ///< `height` rows of `width` cells: '.', '*' or '#'
};

/// Reads `nextTile nextPlayer height width` and the rows, a line each, or all on one line with '/' between them. Blank
/// lines at the end, and a CR before an LF, are ignored.
/// Throws UserError with the file and the line; whether there is such a tile is not known here.
SavedPosition read_position(const FileText& file);

/// Throws UserError, with the file and the line, unless the position's next tile is one of `tiles`.
void check_next_tile(const FileText& file, const SavedPosition& position, std::size_t tiles);

/// The first line of the file, without its LF.
std::string first_line(int next_tile, Side next_player, int height, int width);

/// The position as a file that read_position gives back.
std::string text_of(const SavedPosition& position);

}  // namespace games::fitz

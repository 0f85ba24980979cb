// fitz as lines of text: moves, the parts of the blocks for bots, and saved positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/board_text.hpp"
#include "games/fitz/rules.hpp"
#include "games/settings.hpp"
#include "games/words.hpp"

namespace games::fitz {

/// Reads `nextTile nextPlayer height width` and the rows, each on a line, or all on one line with '/' between them.
/// Ignores blank lines at the end, and a CR before an LF. Throws UserError with the file and the line. Does not check
/// whether the next tile exists.
SavedPosition read_position(const FileText& file);

/// Throws UserError, with the file and the line, if the position's next tile is not less than `tiles`.
void check_next_tile(const FileText& file, const SavedPosition& position, std::size_t tiles);

/// The first line of a saved position, without its LF.
std::string first_line(int next_tile, Side next_player, int height, int width);

/// The text of the position, which read_position reads again.
std::string text_of(const SavedPosition& position);

/// The character of a cell: '.', '*' (player 0) or '#' (player 1).
inline constexpr CellChars cell_chars = {'.', '*', '#'};

/// Parses `row column rotation`, strictly: any three numbers. The rules decide which of them are legal.
std::optional<Move> read_move(std::string_view text);
void write_move(Move move, std::string& out);

/// Why a move is not legal. `fits_board`: the turned tile would lie on the board, so it is on an occupied cell.
std::string objection(Move move, bool fits_board);

/// Writes `height width numberOfTiles`, then five lines for each tile. The last line has no LF.
void write_settings(int height, int width, std::span<const Tile> tiles, std::string& out);

template <class Cells>
std::optional<Move> read_move(const Fitz<Cells>&, std::string_view text) {
    return read_move(text);
}
template <class Cells>
void write_move(const Fitz<Cells>&, Move move, std::string& out) {
    write_move(move, out);
}
template <class Cells>
std::string objection(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state, Move move) {
    const bool is_rotation = move.quarter_turns < rotations;
    return objection(move, is_rotation && rules.place_of(rules.figure(state.tile, move.quarter_turns), move));
}
template <class Cells>
void write_settings(const Fitz<Cells>& rules, std::string& out) {
    write_settings(rules.height(), rules.width(), rules.tiles(), out);
}

/// Writes `tileIndex`: the tile to be placed next.
template <class Cells>
void write_state(const Fitz<Cells>&, const typename Fitz<Cells>::State& state, Side, std::string& out) {
    append_number(out, state.tile);
}

template <class Cells>
void write_row(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state, int row, std::string& out) {
    const int begin = row * rules.width();
    for (int column = 0; column < rules.width(); column += 64) {
        const int first = begin + column;
        const std::uint64_t second = state.second.slice(first);
        write_cells(state.taken.slice(first) & ~second, second, std::min(64, rules.width() - column), cell_chars, out);
    }
}
/// The first and the last row in which the last ply has filled a cell. Requires: there has been a ply.
template <class Cells>
std::pair<int, int> changed_rows(const Fitz<Cells>& rules,
                                 const typename Fitz<Cells>::State& state) requires(Fitz<Cells>::is_large) {
    const Shape& shape = rules.figure(rules.placed_tile(state), state.memory.last.quarter_turns).shape;
    const int first = state.memory.last.row - tile_middle + shape.top;
    return {first, first + shape.height - 1};
}
template <class Cells>
int row_count(const Fitz<Cells>& rules) {
    return rules.height();
}

/// The text of the position as a file from which a game can begin.
template <class Cells>
std::string position_text(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state) {
    std::string out = first_line(static_cast<int>(state.tile), state.to_move, rules.height(), rules.width());
    out += '\n';
    for (int row = 0; row < rules.height(); ++row) {
        write_row(rules, state, row, out);
        out += '\n';
    }
    return out;
}

/// The position that a turn block shows to the side to move. The earlier moves are not needed. Nothing if the state
/// line or the rows are invalid.
template <class Cells>
std::optional<typename Fitz<Cells>::State> told_position(const Fitz<Cells>& rules, int plies,
                                                         std::string_view state_line, std::span<const std::string> rows,
                                                         Side to_move) {
    const auto tile = whole_number(state_line);
    if (!tile || *tile < 0 || static_cast<std::size_t>(*tile) >= rules.tiles().size()) return std::nullopt;
    for (const std::string& row : rows) {
        if (row.size() != static_cast<std::size_t>(rules.width()) ||
            row.find_first_not_of(".*#") != std::string::npos) {
            return std::nullopt;
        }
    }
    return rules.position(rows, static_cast<std::uint32_t>(*tile), to_move, static_cast<std::uint32_t>(plies));
}

}  // namespace games::fitz

// Magnetic Cave as lines of text: moves, the parts of the blocks for bots, and written positions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/board_text.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/settings.hpp"

namespace games::magnetic_cave {

inline constexpr CellChars cell_chars = {'.', 'X', 'O'};

/// Parses `A1` (column, row), strictly.
std::optional<Move> read_move(const MagneticCave& rules, std::string_view text);
void write_move(const MagneticCave& rules, Move move, std::string& out);
/// Why a move is not legal: the cell is taken, or nothing holds a brick there.
std::string objection(const MagneticCave& rules, const MagneticCave::State& state, Move move);

/// Writes `8 8`: height and width.
void write_settings(const MagneticCave& rules, std::string& out);
/// Writes `0`, because the board is the whole state.
void write_state(const MagneticCave& rules, const MagneticCave::State& state, Side you, std::string& out);

inline int row_count(const MagneticCave&) {
    return 8;
}
/// Appends row `row` of the board, counted from the top. Row 0 is the one labelled 8.
void write_row(const MagneticCave& rules, const MagneticCave::State& state, int row, std::string& out);

/// The position as text, which read_position reads again.
std::string position_text(const MagneticCave& rules, const MagneticCave::State& state);

/// The position that a turn block shows to the side to move. Nothing if the rows are invalid.
std::optional<MagneticCave::State> told_position(const MagneticCave& rules, int plies, std::string_view state_line,
                                                 std::span<const std::string> rows, Side to_move);

/// Reads the eight rows ('.', 'X' and 'O') from row 8 down, and the side to move ('X' or 'O'). Throws UserError if the
/// text is invalid, or if a brick is not held by a wall or another brick.
Position read_position(const FileText& file);

/// The rows with '/' between them, and the side to move.
std::string text_of(const Position& position);

/// The bricks in the rows of a turn block. Nothing if the rows are invalid.
std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move);

}  // namespace games::magnetic_cave

// Magnetic Cave as lines of text: moves, the parts of the blocks that a bot is sent, and written positions.
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

/// Reads `A1` (column, row), strictly.
std::optional<Move> read_move(const MagneticCave& rules, std::string_view text);
void write_move(const MagneticCave& rules, Move move, std::string& out);

/// `8 8`: height and width.
void write_settings(const MagneticCave& rules, std::string& out);
/// `0`: there is nothing to tell beside the board.
void write_state(const MagneticCave& rules, const MagneticCave::State& state, Side you, std::string& out);

inline int row_count(const MagneticCave&) {
    return 8;
}
/// Row `row` of the board from the top, 0 being the one labelled 8.
void write_row(const MagneticCave& rules, const MagneticCave::State& state, int row, std::string& out);

/// The position as read_position reads it.
std::string position_text(const MagneticCave& rules, const MagneticCave::State& state);

/// The position that a turn block tells to the side to move. Nothing if the rows can't be those of one.
std::optional<MagneticCave::State> told_position(const MagneticCave& rules, int plies, std::string_view state_line,
                                                 std::span<const std::string> rows, Side to_move);

/// Reads the eight rows from row 8 down, '.', 'X' and 'O', and 'X' or 'O': who moves. Throws UserError if it is written
/// in another way, or if a brick holds nowhere.
Position read_position(const FileText& file);

/// The rows with '/' between them, and who moves.
std::string text_of(const Position& position);

/// The bricks that the rows of a turn block show. Nothing if they can't be those of one.
std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move);

}  // namespace games::magnetic_cave

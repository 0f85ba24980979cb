// Othello as lines of text: moves, the parts of the blocks for bots, and written positions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/board_text.hpp"
#include "games/othello/rules.hpp"
#include "games/settings.hpp"

namespace games::othello {

inline constexpr CellChars cell_chars = {'.', 'B', 'W'};

/// Parses `c4` (column, row) or `PASS`, strictly.
std::optional<Move> read_move(const Othello& rules, std::string_view text);
void write_move(const Othello& rules, Move move, std::string& out);
/// Why a move is not legal: the cell is taken, it outflanks nothing, or there is another move than to pass.
std::string objection(const Othello& rules, const Othello::State& state, Move move);

/// Writes `8 8`: height and width.
void write_settings(const Othello& rules, std::string& out);
/// Writes `yourDiscs opponentDiscs`.
void write_state(const Othello& rules, const Othello::State& state, Side you, std::string& out);

inline int row_count(const Othello&) {
    return 8;
}
/// Appends row `row` of the board. Row 0 is the one labelled 1.
void write_row(const Othello& rules, const Othello::State& state, int row, std::string& out);

/// The position as text, which read_position reads again.
std::string position_text(const Othello& rules, const Othello::State& state);

/// The position that a turn block shows to the side to move. Nothing if the rows are invalid.
std::optional<Othello::State> told_position(const Othello& rules, int plies, std::string_view state_line,
                                            std::span<const std::string> rows, Side to_move);

/// The signs that begin a remark behind a position or moves.
inline constexpr std::string_view remark_signs = ";%#";
/// Other programs write the size of the board before its cells.
inline constexpr std::string_view size_of_board = "8";

/// Reads 64 cells in reading order ('-' or '.' empty; 'X', 'B', 'x' or '*' black; 'O', 'W' or 'o' white), and the side
/// to move, which has the same characters. The size of the board may precede the cells. Everything behind the side to
/// move is a remark, as is usual in files of positions. Throws UserError if the text is invalid.
Position read_position(const FileText& file);

/// The 64 cells ('-', 'X' and 'O'), and the side to move.
std::string text_of(const Position& position);

/// The discs in the rows of a turn block. Nothing if the rows are invalid.
std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move);

}  // namespace games::othello

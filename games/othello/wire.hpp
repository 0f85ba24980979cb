// Othello as lines of text: moves, the parts of the blocks that a bot is sent, and written positions.
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

/// Reads `c4` (column, row) or `PASS`, strictly.
std::optional<Move> read_move(const Othello& rules, std::string_view text);
void write_move(const Othello& rules, Move move, std::string& out);

/// `8 8`: height and width.
void write_settings(const Othello& rules, std::string& out);
/// `yourDiscs opponentDiscs`
void write_state(const Othello& rules, const Othello::State& state, Side you, std::string& out);

inline int row_count(const Othello&) {
    return 8;
}
/// Row `row` of the board, 0 being the one labelled 1.
void write_row(const Othello& rules, const Othello::State& state, int row, std::string& out);

/// The position as read_position reads it.
std::string position_text(const Othello& rules, const Othello::State& state);

/// The position that a turn block tells to the side to move. Nothing if the rows can't be those of one.
std::optional<Othello::State> told_position(const Othello& rules, int plies, std::string_view state_line,
                                            std::span<const std::string> rows, Side to_move);

/// Reads 64 cells in reading order, '-' or '.', 'X', 'B', 'x' or '*' (black), 'O', 'W' or 'o' (white), and 'X' or 'O':
/// who moves. What follows a ';' is a remark, as in the usual files of positions. Throws UserError if it is written in
/// another way.
Position read_position(const FileText& file);

/// The 64 cells, '-', 'X' and 'O', and who moves.
std::string text_of(const Position& position);

/// The discs that the rows of a turn block show. Nothing if they can't be those of one.
std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move);

}  // namespace games::othello

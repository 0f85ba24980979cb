// Othello as lines of text: the moves, and the parts of the blocks that a bot is sent.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/cell_text.hpp"
#include "games/othello/rules.hpp"

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

}  // namespace games::othello

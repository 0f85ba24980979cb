// The notations of Othello that people and other programs use: transcripts such as F5D6C3, and GGF.
#pragma once

#include <string>
#include <string_view>

#include "games/board.hpp"
#include "games/notations.hpp"
#include "games/othello/rules.hpp"
#include "games/settings.hpp"

namespace games::othello {

/// Reads an opening: see Notations::own_line. It may be
/// * a transcript: cells in either case, with or without blanks, commas and move numbers; a pass is PASS, PA or --, and
///   may be left out, because it is always forced;
/// * a game in GGF, "(;GM[Othello]...BO[8 ... *]B[f5]W[d6];)". If it begins where `start` does, its moves are the
///   opening, otherwise the position after them;
/// * a position as read_position() reads it.
/// Moves that can't be read or played are passed on as they are. Throws UserError for GGF that is invalid.
[[nodiscard]] OwnLine own_line(std::string_view line, const Board& start);

/// Whether the text is a transcript or GGF.
[[nodiscard]] bool is_game(std::string_view text);

/// Reads the position of a file, or the one after the moves of a game. Lines that begin with % or # are skipped. Throws
/// UserError.
[[nodiscard]] Position written_position(const FileText& file);

/// Writes a game as GGF. Its result is the difference of the discs from the view of Black, and 64 for a forfeit.
/// Requires: the moves are legal from the start of the game.
[[nodiscard]] std::string ggf_of(const PlayedGame& game);

}  // namespace games::othello

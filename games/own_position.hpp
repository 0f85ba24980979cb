// A position of a game of one's own, as its rules, a program, describe it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/own_hello.hpp"

namespace games {

/// The maximum number of moves in a position.
inline constexpr std::int64_t max_own_moves = 100'000;

/// A reply of the rules to `new`, `play` or `chance`. Exactly one of these holds: there is a side to move and `moves`
/// is not empty; `chance` is not empty; or the game is over.
struct OwnPosition {
    std::vector<std::string> rows;                   ///< all of the same length
    std::string state;                               ///< whole numbers separated by spaces; may be empty
    std::vector<Side> lost;                          ///< the sides whose turns were lost before this position, in order
    std::vector<std::string> marks;                  ///< cells
    std::vector<std::array<std::string, 2>> arrows;  ///< from a cell to a cell
    std::string note;
    std::optional<Side> to_move;
    std::vector<std::string> moves;  ///< in the order of the rules, each once
    std::vector<int> chance;         ///< the numbers of sides of the dice to roll
    Outcome outcome = Outcome::ongoing;
    std::string ending;  ///< the word of the ending if the game is over

    [[nodiscard]] std::size_t height() const { return rows.size(); }
    [[nodiscard]] std::size_t width() const { return rows.empty() ? 0 : rows.front().size(); }
};

/// Reads the lines of a position, without `end`. `before`: an earlier position of the same game, whose board must have
/// the same size; null if there is none. Throws WrongReply.
[[nodiscard]] OwnPosition read_position(std::string_view reply, const OwnHello& hello, const OwnPosition* before);

/// Throws WrongReply if a turn was lost before this position, which is the one before the first move. A log has no
/// place for such a turn.
void require_no_lost_turn(const OwnPosition& start);

/// Appends the frame of a position: board, state, marks, arrows, note, turn and moves. Empty parts other than the board
/// are omitted.
void write_frame(const OwnPosition& position, std::string& out);

/// Whether a text can be a move: 1 to 64 characters of printable ASCII, without a space at its ends or two in a row.
[[nodiscard]] bool can_be_move(std::string_view text);

}  // namespace games

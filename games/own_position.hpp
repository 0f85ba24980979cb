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
/// The maximum length of the text of a start. Bots get it in a variable of their environment.
inline constexpr std::size_t max_own_start = 10'000;

/// What can be seen of a position.
struct OwnSight {
    std::vector<std::string> rows;                   ///< all of the same length
    std::string state;                               ///< whole numbers separated by spaces; may be empty
    std::vector<std::string> marks;                  ///< cells
    std::vector<std::array<std::string, 2>> arrows;  ///< from a cell to a cell
    std::string note;

    [[nodiscard]] std::size_t height() const { return rows.size(); }
    [[nodiscard]] std::size_t width() const { return rows.empty() ? 0 : rows.front().size(); }
};

/// What one player sees of a position in a game with secrets.
struct OwnView : OwnSight {
    /// The lines of the player's new turns, such as "0 c4". Nothing: the lines of the last move and its lost turns.
    std::optional<std::vector<std::string>> told;
};

/// A reply of the rules to `new`, `start`, `play` or `chance`. Exactly one of these holds: there is a side to move and
/// `moves` is not empty; `chance` is not empty; or the game is over. The position itself is the whole truth.
struct OwnPosition : OwnSight {
    std::vector<Side> lost;  ///< the sides whose turns were lost before this position, in order
    std::optional<Side> to_move;
    std::vector<std::string> moves;  ///< in the order of the rules, each once
    std::vector<int> chance;         ///< the numbers of sides of the dice to roll
    Outcome outcome = Outcome::ongoing;
    std::string ending;  ///< the word of the ending if the game is over
    std::vector<OwnView>
        views;  ///< one for each player in a game with secrets; otherwise, and perhaps at the end, empty
    std::optional<std::array<std::int64_t, 2>> score;  ///< the points of each player
    std::string start;                                 ///< the text of `start` for this position; may be empty

    /// What this player sees.
    [[nodiscard]] const OwnSight& seen_by(Side side) const {
        if (views.empty()) return *this;
        return views[static_cast<std::size_t>(index(side))];
    }
};

/// Reads the lines of a position, without `end`. `before`: an earlier position of the same game, whose board must have
/// the same size; null if there is none. Throws WrongReply.
[[nodiscard]] OwnPosition read_position(std::string_view reply, const OwnHello& hello, const OwnPosition* before);

/// Why the reply to a start refuses it, as one line: `refused WHY`. None if it does not.
[[nodiscard]] std::optional<std::string> refusal_in(std::string_view reply);

/// The new turns that a player is told of if the rules tell nothing else: the line of a move ("0 c4"; empty: there was
/// none), and a line for each lost turn.
[[nodiscard]] std::vector<std::string> usual_news(std::string_view made, const std::vector<Side>& lost);

/// Adds to a position what was lost and told in the one before it, which asked for chance. `made`: the line of the move
/// that led to the earlier position; empty if there was none. Throws WrongReply if a view tells too many lines then.
void add_earlier(const OwnPosition& earlier, std::string_view made, OwnPosition& position);

/// Throws WrongReply if a turn was lost before this position, which is the one before the first move. A log has no
/// place for such a turn.
void require_no_lost_turn(const OwnPosition& start);

/// Appends the frame of a position: board, state, marks, arrows, note, score, start, turn, moves and views. Empty parts
/// other than the board are omitted.
void write_frame(const OwnPosition& position, std::string& out);

/// Whether a text can be a move: 1 to 64 characters of printable ASCII, without a space at its ends or two in a row.
[[nodiscard]] bool can_be_move(std::string_view text);

}  // namespace games

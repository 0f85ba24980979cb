// Other notations of a game's moves and positions than the program's own: those of people and of other programs.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"

namespace games {

class Board;

/// An opening in the program's own words.
struct OwnLine {
    std::string text;  ///< moves as in the protocol, separated by commas, or a position
    bool is_position = false;
};

/// A finished game that is to be written for other programs.
struct PlayedGame {
    struct Ply {
        Side side = Side::first;
        std::string move;                                 ///< as in the protocol
        std::optional<std::chrono::microseconds> time{};  ///< unknown for a given ply
    };
    std::array<std::string, 2> names;
    std::string started_at;  ///< UTC, ISO 8601
    std::string start;       ///< the position before the first ply; empty: the usual start
    std::vector<Ply> plies;
    std::optional<Side> winner;
    bool is_forfeit = false;
    bool is_late = false;  ///< a forfeit on time
};

/// The functions of a game that has other notations. They are empty for the other games.
struct Notations {
    /// Translates a line that holds an opening. A line in no other notation comes back as it is, without its remark.
    /// `start` is the board before the first move of the opening. Throws UserError.
    std::function<OwnLine(std::string_view line, const Board& start)> own_line = {};
    /// Whether a text is a game or its moves, and can therefore be no path of a file.
    std::function<bool(std::string_view text)> is_game = {};
    /// Writes a game as GGF, on one line without a newline.
    std::function<std::string(const PlayedGame& game)> ggf = {};
};

}  // namespace games

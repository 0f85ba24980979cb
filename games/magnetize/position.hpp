// Written positions of Magnetize: the rows, who moves, and the turns that are still to be lost.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games::magnetize {

struct Config;

/// Rows from the top, equally long, of '.', '*' (black) and 'o' (white).
struct Position {
    std::vector<std::string> rows;
    Side to_move = Side::first;
    std::array<int, 2> locks{};  ///< by side
};

/// Reads the rows, '*' or 'o': who moves, and the locks of '*' and 'o', which may be missing: they are 0 then. Throws
/// UserError if it is written in another way.
Position read_position(const FileText& file);

/// Throws UserError if the position can't be between two turns with these settings.
/// Requires: the rows are as many and as long as the settings say.
void check_position(const FileText& file, const Position& position, const Config& config);

/// The rows with '/' between them, who moves, and the locks.
std::string text_of(const Position& position);

/// The position that a turn block shows to the side to move. Nothing if the lines can't be those of one.
std::optional<Position> position_of_lines(std::string_view state_line, std::span<const std::string> rows, int width,
                                          Side to_move);

}  // namespace games::magnetize

// Written positions of Othello: 64 cells and who moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games::othello {

/// The discs, bit 0 being a1 and bit 63 h8, and who moves. The default is the start of a game.
struct Position {
    std::uint64_t black = std::uint64_t{1} << 28 | std::uint64_t{1} << 35;
    std::uint64_t white = std::uint64_t{1} << 27 | std::uint64_t{1} << 36;
    Side to_move = Side::first;
    friend bool operator==(const Position&, const Position&) = default;
};

/// Reads 64 cells in reading order, '-' or '.', 'X', 'B', 'x' or '*' (black), 'O', 'W' or 'o' (white), and 'X' or 'O':
/// who moves. What follows a ';' is a remark, as in the usual files of positions. Throws UserError if it is written in
/// another way.
Position read_position(const FileText& file);

/// The 64 cells, '-', 'X' and 'O', and who moves.
std::string text_of(const Position& position);

/// The discs that the rows of a turn block show. Nothing if they can't be those of one.
std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move);

}  // namespace games::othello

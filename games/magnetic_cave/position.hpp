// Written positions of Magnetic Cave: eight rows and who moves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/game.hpp"
#include "games/settings.hpp"

namespace games::magnetic_cave {

/// The bricks, bit 0 being A8 and bit 63 H1, and who moves. The default is the start of a game.
struct Position {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    Side to_move = Side::first;
    friend bool operator==(const Position&, const Position&) = default;
};

/// Reads the eight rows from row 8 down, '.', 'X' and 'O', and 'X' or 'O': who moves. Throws UserError if it is written
/// in another way, or if a brick holds nowhere.
Position read_position(const FileText& file);

/// The rows with '/' between them, and who moves.
std::string text_of(const Position& position);

/// The bricks that the rows of a turn block show. Nothing if they can't be those of one.
std::optional<Position> position_of_rows(std::span<const std::string> rows, Side to_move);

}  // namespace games::magnetic_cave

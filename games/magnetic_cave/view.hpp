// Magnetic Cave as people and viewers see it: the board on a terminal, what to type, the frame of the log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/looks.hpp"
#include "games/magnetic_cave/rules.hpp"

namespace games::magnetic_cave {

/// `A1`, in capitals or not.
std::optional<Move> read_keys(const MagneticCave& rules, std::string_view typed);
std::string_view keys_line(const MagneticCave& rules);

/// Filled and empty squares where there is UTF-8, otherwise the letters of the wire.
std::string_view piece_mark(const MagneticCave& rules, Side side, Looks looks);

/// The cave with the columns' letters above and below, and the rows' numbers on both walls.
std::string draw(const MagneticCave& rules, const MagneticCave::State& state, Looks looks);

/// {"board": rows}
void append_frame(const MagneticCave& rules, const MagneticCave::State& state, std::string& out);

}  // namespace games::magnetic_cave

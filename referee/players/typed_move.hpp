// The move that a person means by what it types.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/board.hpp"

namespace referee {

/// The move in the words of the wire, legal or not; nothing if it is none. Taken is every spelling that people see: the
/// keys of the game, and the words of a legal move, in any case and with any spaces between them.
[[nodiscard]] std::optional<std::string> typed_move(const games::Board& board, std::string_view typed);

}  // namespace referee

// The JSON of a ply and of the side to move, for the pages of a person's match and of a tournament's running games.
#pragma once

#include <string>
#include <string_view>

#include "games/board.hpp"

namespace referee::serve {

/// {"player", "move"}
std::string last_json(int player, std::string_view move);

/// {"player", "hand"}: `hand` is null if there is none, or if it is not for this page (`with_hand`). "null" where
/// the game is over.
std::string next_json(const games::Board& board, bool with_hand);

}  // namespace referee::serve

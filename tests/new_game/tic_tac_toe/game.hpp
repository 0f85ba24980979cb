// Tic-tac-toe's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::tic_tac_toe {

/// Tic-tac-toe, as the catalogue has it.
GameInfo game();

}  // namespace games::tic_tac_toe

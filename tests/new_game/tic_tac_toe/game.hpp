// Tic-tac-toe's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::tic_tac_toe {

GameInfo game();

}  // namespace games::tic_tac_toe

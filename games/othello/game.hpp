// Othello's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::othello {

GameInfo game();

}  // namespace games::othello

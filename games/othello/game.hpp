// Othello's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::othello {

/// Othello, as the catalogue has it.
GameInfo game();

}  // namespace games::othello

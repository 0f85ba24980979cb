// Magnetize's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::magnetize {

GameInfo game();

}  // namespace games::magnetize

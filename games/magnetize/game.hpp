// Magnetize's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::magnetize {

/// Magnetize, as the catalogue has it.
GameInfo game();

}  // namespace games::magnetize

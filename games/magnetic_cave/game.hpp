// Magnetic Cave's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::magnetic_cave {

/// Magnetic Cave, as the catalogue has it.
GameInfo game();

}  // namespace games::magnetic_cave

// The line of fitz in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::fitz {

/// fitz, as the catalogue has it.
GameInfo game();

}  // namespace games::fitz

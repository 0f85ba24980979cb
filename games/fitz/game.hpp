// The line of fitz in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::fitz {

GameInfo game();

}  // namespace games::fitz

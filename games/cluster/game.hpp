// CLUSTER's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::cluster {

GameInfo game();

}  // namespace games::cluster

// CLUSTER's line in the catalogue.
#pragma once

#include "games/catalogue.hpp"

namespace games::cluster {

/// CLUSTER, as the catalogue has it.
GameInfo game();

}  // namespace games::cluster

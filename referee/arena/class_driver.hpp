// The driver of an arena whose hand-ins are no programs.
#pragma once

#include "referee/arena/arena_file.hpp"

namespace referee::arena {

/// The driver in the arena's file, or else, in an arena of an older version, the one in the folder "driver" of the
/// working directory, which is then kept in the file. One without a name: the hand-ins are programs. Throws
/// games::UserError if the folder does not hold exactly one driver.
[[nodiscard]] handins::Driver class_driver(ArenaFile& file);

}  // namespace referee::arena

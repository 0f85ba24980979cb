// The options that say how games begin.
#pragma once

#include "referee/commands/command_line.hpp"
#include "referee/tournament/schedule/opening_list.hpp"

namespace referee {

/// --position, --openings, --openings-order and --openings-start. Requires: `wish` outlives the command line.
void add_openings(CommandLine& line, tournament::OpeningWish& wish);

/// Throws games::UserError where options say how a file of openings is to be played, and there is none.
void check_openings(const tournament::OpeningWish& wish);

}  // namespace referee

// The options that choose the start of games.
#pragma once

#include "referee/core/options/command_line.hpp"
#include "referee/tournament/paper/schedule/openings.hpp"

namespace referee {

/// Adds the options --position, --openings and --opening. Requires: `wish` outlives the command line.
void add_openings(CommandLine& line, tournament::OpeningWish& wish);

/// Throws games::UserError if an order or a start of openings is given without a list of openings.
void check_openings(const tournament::OpeningWish& wish);

}  // namespace referee

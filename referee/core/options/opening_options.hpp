// The options that choose the start of games.
#pragma once

#include "referee/core/match/openings.hpp"
#include "referee/core/options/command_line.hpp"

namespace referee {

/// Adds the options --position, --openings and --opening. Requires: `wish` outlives the command line.
void add_openings(CommandLine& line, OpeningWish& wish);

/// Throws games::UserError if an order or a start of openings is given without a list of openings.
void check_openings(const OpeningWish& wish);

}  // namespace referee

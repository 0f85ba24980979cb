// The command line of `referee tournament`.
#pragma once

#include "referee/commands/command_line.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// The arguments behind the command's name. Throws games::UserError and Information.
TournamentOptions tournament_options(const Arguments& arguments);

}  // namespace referee

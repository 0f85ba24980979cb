// The command line of `referee tournament`.
#pragma once

#include <ctime>

#include "referee/core/options/command_line.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// The first moment after `now` that is this number of minutes after midnight, local time.
std::time_t next_time_of_day(int minutes, std::time_t now);

/// Adds the command's options except --plan. Requires: `options` outlives the command line.
void add_tournament_options(CommandLine& line, TournamentOptions& options);

/// The command that resumes the tournament of a run with these options, in the same way.
[[nodiscard]] std::string resuming_command(const TournamentOptions& options);

/// Reads the arguments after the command's name. A time of day means its next occurrence from now on. Throws
/// games::UserError if the arguments are invalid, and Information if the user asks for help.
TournamentOptions tournament_options(const Arguments& arguments);

}  // namespace referee

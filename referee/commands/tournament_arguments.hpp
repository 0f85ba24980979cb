// The command line of `referee tournament`, and its work.
#pragma once

#include <ctime>

#include "referee/commands/command_line.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/run/world.hpp"

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

/// Reads the arguments of `referee change`. Throws like tournament_options().
TournamentOptions change_options(const Arguments& arguments);

/// Does the work of `tournament` and `change`: plays the missing games, or only changes the tournament. Returns the
/// exit code. Throws games::UserError if the user's input is at fault.
int run_tournament(const TournamentOptions& options);
/// Does the same in a world of which the engine in the options is not a part.
int run_tournament(const TournamentOptions& options, const tournament::World& world);

}  // namespace referee

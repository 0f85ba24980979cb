// The options that say who plays, for the commands that have them.
#pragma once

#include "referee/commands/command_line.hpp"
#include "referee/tournament/engine/job_system.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// --engine, --engine-option and --hosts-file. Requires: `options` outlives the command line.
void add_engine(CommandLine& line, TournamentOptions& options);

/// Throws games::UserError for options that the engine has no use for.
void check_engine(const TournamentOptions& options);

/// The batch system of --engine; null: this process plays.
[[nodiscard]] const tournament::JobSystem* job_system_of(const TournamentOptions& options);

/// Where its commands run: this program, from this folder. The spool and the tournament are left empty.
[[nodiscard]] tournament::Site site_of(const TournamentOptions& options);

}  // namespace referee

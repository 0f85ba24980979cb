// The options that say who plays, for the commands that have them.
#pragma once

#include "referee/commands/command_line.hpp"
#include "referee/tournament/engine/job_system.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// The option --engine. Requires: `wish` outlives the command line.
void add_engine(CommandLine& line, EngineWish& wish);

/// Throws games::UserError for parts that the engine has no use for.
void check_engine(const EngineWish& wish);

/// The batch system of --engine; null: this process plays.
[[nodiscard]] const tournament::JobSystem* job_system_of(const EngineWish& wish);

/// The site of its commands: this program, from this folder. The spool and the tournament are left empty. `jobs`: games
/// at once, if that is given. Throws games::UserError if there is no such hosts file.
[[nodiscard]] tournament::Site site_of(const EngineWish& wish, std::optional<int> jobs);

}  // namespace referee

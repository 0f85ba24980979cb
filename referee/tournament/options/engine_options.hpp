// The option --engine, which chooses the machines that play.
#pragma once

#include "referee/core/options/command_line.hpp"
#include "referee/tournament/run/engine/job_system.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// Adds the option --engine. Requires: `wish` outlives the command line.
void add_engine(CommandLine& line, EngineWish& wish);

/// Throws games::UserError for parts of the --engine value that do not apply to the chosen engine.
void check_engine(const EngineWish& wish);

/// The batch system given by --engine; null if the games are played in this process.
[[nodiscard]] const tournament::JobSystem* job_system_of(const EngineWish& wish);

/// The site for the engine's commands, with this program and the current folder. The spool and the tournament stay
/// empty. `jobs`: the number of concurrent games, if given. Throws games::UserError if the hosts file does not exist.
[[nodiscard]] tournament::Site site_of(const EngineWish& wish, std::optional<int> jobs);

}  // namespace referee

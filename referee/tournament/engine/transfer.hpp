// The files that hosts need which share none with this machine: bots, files of the game, and this program.
#pragma once

#include "referee/tournament/engine/batch.hpp"
#include "referee/tournament/engine/job_system.hpp"

namespace referee::tournament {

/// Copies them into the site's folder for hosts, each where it lies below the working directory; the program is
/// "referee" in the spool. Files of the system are not copied: hosts have their own. `batch`: of the tournament,
/// without games. Throws games::UserError if a bot or the game is named by a path that hosts can't have;
/// std::runtime_error if a file can't be copied.
void put_files_for_hosts(const Site& site, const Batch& batch);

}  // namespace referee::tournament

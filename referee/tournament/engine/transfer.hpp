// The files that hosts need which share none with this machine: bots, and this program.
#pragma once

#include "referee/tournament/engine/batch.hpp"
#include "referee/tournament/engine/job_system.hpp"

namespace referee::tournament {

/// `batch`: of the tournament, without games. Throws games::UserError if a bot or a folder of the sandbox is
/// named by a path that hosts can't have, or the hosts file names this machine. The texts of the game's files are in
/// the batch.
void check_files_for_hosts(const Site& site, const Batch& batch);

/// Copies them into the site's folder for hosts, each where it lies below the working directory; the program is
/// "referee" in the spool. Files of the system are not copied: hosts have their own. Throws std::runtime_error if a
/// file can't be copied. Requires: check_files_for_hosts().
void put_files_for_hosts(const Site& site, const Batch& batch);

}  // namespace referee::tournament

// Copies bots and this program to hosts that share no files with this machine.
#pragma once

#include "referee/tournament/engine/batch.hpp"
#include "referee/tournament/engine/job_system.hpp"

namespace referee::tournament {

/// `batch`: of the tournament, without games. Throws games::UserError if the path of a bot or of a folder of the
/// sandbox can't exist on hosts, or if the hosts file names this machine. The texts of the game's files are in the
/// batch.
void check_files_for_hosts(const Site& site, const Batch& batch);

/// Copies the files into the site's folder for hosts, each at its path relative to the working directory; the program
/// becomes "referee" in the spool. Files of the system are not copied: hosts have their own. Throws std::runtime_error
/// if a file can't be copied. Requires: check_files_for_hosts().
void put_files_for_hosts(const Site& site, const Batch& batch);

}  // namespace referee::tournament

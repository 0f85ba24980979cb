// Copies an arena while it runs.
#pragma once

#include <string>

namespace referee::arena {

/// Copies the arena in the working directory into a new folder, from which it can be continued. Each database is copied
/// as it is at one moment, by SQLite's backup; hand-ins that come during the backup are in the copy, or not yet. Throws
/// games::UserError if the folder exists already, and std::runtime_error if the system fails.
void back_up(const std::string& folder);

}  // namespace referee::arena

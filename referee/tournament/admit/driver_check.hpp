// Tries a driver before the hand-ins that it runs, so that no student is blamed for it.
#pragma once

#include <string>

#include "referee/handins/driver.hpp"
#include "referee/tournament/admit/entrance.hpp"

namespace referee::tournament {

/// Builds the example that comes with a driver, if there is one, and lets it play as bots of a folder are checked,
/// unless moves are not listed on boards of this size. `given`: its place, as the user has named it; empty if it is
/// kept from an earlier start. Returns false if a stop was requested. Throws games::UserError, which blames the driver,
/// if it can't play.
[[nodiscard]] bool check_driver(const handins::Driver& driver, const std::string& given, const Entrance& entrance);

}  // namespace referee::tournament

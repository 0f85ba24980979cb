// Makes the schedule of a format that needs no ratings.
#pragma once

#include <memory>
#include <vector>

#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

/// The schedule of any format except the ladder. `planned`: the games of earlier runs. If entrants have joined, left or
/// been replaced, these games stay as they are, even if the schedule would now plan other games. Throws
/// games::UserError if the settings don't fit the entrants.
std::unique_ptr<Schedule> make_schedule(const FormatSettings& settings, const Field& field, const RunSeed& seed,
                                        const std::vector<PlannedGame>& planned = {});

}  // namespace referee::tournament

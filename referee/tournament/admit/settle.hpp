// Finds all who take part by an order, and settles what depends on the set of all.
#pragma once

#include "referee/tournament/admit/entrance.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/admit/participation.hpp"

namespace referee::tournament {

/// Finds all entrants, with their own limits. Does not check whether they can play. The known entrants come first,
/// unless a tournament is resumed and the user names its bots again. Tells of bots that have changed since an earlier
/// stage, or are renamed. `candidates`: who wants to join them. Throws games::UserError if a bot can't be run, if an
/// entrant that returns has changed, or if an option names a bot that does not take part.
[[nodiscard]] Lineup settled_lineup(const Participation& wish, const Entrance& entrance, Candidates candidates);

}  // namespace referee::tournament

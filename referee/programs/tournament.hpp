// The work of `referee tournament` and `referee change`.
#pragma once

#include "referee/tournament/options/tournament_arguments.hpp"
#include "referee/tournament/run/world.hpp"

namespace referee {

/// Reads the arguments of `referee change`. Throws like tournament_options().
TournamentOptions change_options(const Arguments& arguments);

/// Does the work of `tournament` and `change`: plays the missing games, or only changes the tournament. Returns the
/// exit code. Throws games::UserError if the user's input is at fault.
int run_tournament(const TournamentOptions& options);
/// Does the same in a world of which the engine in the options is not a part.
int run_tournament(const TournamentOptions& options, const tournament::World& world);

}  // namespace referee

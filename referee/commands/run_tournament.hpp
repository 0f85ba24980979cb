// The work of the commands that play or change a tournament.
#pragma once

#include "referee/tournament/run/tournament_options.hpp"

namespace referee {

/// Plays what is missing, or only changes the tournament. Returns the exit code. Throws games::UserError.
int run_tournament(const TournamentOptions& options);

}  // namespace referee

// Plays one match or a series of two bots, logs it, and prints the result.
#pragma once

#include "referee/tournament/series/play_arguments.hpp"

namespace referee::tournament {

/// Plays the games, and returns the exit code. Throws games::UserError if the user's input is at fault.
int play_series(const PlayOptions& options);

}  // namespace referee::tournament

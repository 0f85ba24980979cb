// Plays one match, logs it, and prints the result.
#pragma once

#include "referee/core/play/play_options.hpp"

namespace referee {

/// Plays the match, and returns the exit code. Throws games::UserError if the user's input is at fault. Requires:
/// options.games is 1.
[[nodiscard]] int play_match(const PlayOptions& options);

/// Throws games::UserError if a match can't be watched on this terminal, or if something else would write on it.
void check_terminal_for(const PlayOptions& options);

}  // namespace referee

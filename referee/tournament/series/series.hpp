// Plays a series of two bots, logs it, and prints the result.
#pragma once

#include "referee/core/play/play_options.hpp"

namespace referee::tournament {

/// Plays the games, and returns the exit code. Throws games::UserError if the user's input is at fault. Requires: there
/// are several games.
[[nodiscard]] int play_series(const PlayOptions& options);

}  // namespace referee::tournament

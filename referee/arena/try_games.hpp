// Plays the games of a try.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "referee/arena/tries_table.hpp"
#include "referee/tournament/run/game_player.hpp"

namespace referee::arena {

/// The maximum duration of both games of a try. What is not over then is broken off.
inline constexpr std::chrono::seconds time_for_games_of_try{120};

/// Lets the bot of a try, which has been built, play a game on each side against the first bot of the ladder, from the
/// start of the game, in the calling thread. `ladder`: the settings of the ladder's games. Returns none if `stop_fd`
/// has become readable. Throws games::UserError, and std::system_error if the system fails.
[[nodiscard]] std::optional<PlayedTry> play_try(const std::string& entrant, const tournament::GameSettings& ladder,
                                                int stop_fd);

}  // namespace referee::arena

// The logged match that `--resume` continues.
#pragma once

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/commands/play_arguments.hpp"

namespace referee {

/// The match in the file of --resume, up to the ply after which it continues. `game`: that of --game.
/// Throws games::UserError if the file does not hold one match, or that of --match, as the rules have it, where the
/// match is over there, and where --game, --seed or --games contradict it.
protocol::MatchLog match_to_resume(const PlayOptions& options, const games::GameSpec& game);

}  // namespace referee

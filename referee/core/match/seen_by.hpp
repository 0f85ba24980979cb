// What one person may see of a match.
#pragma once

#include <optional>

#include "protocol/match_log.hpp"

namespace referee {

/// The match for the author of one player's bot (0 or 1), or for everybody (none). Everything that leaves the hands of
/// the person who runs a class passes this function. It keeps the game itself: names, moves, times, positions and how
/// it ended. It drops what a bot of somebody else has written (notes, stderr, an answer that is no move), how its
/// process ended, and everything that may contain a path of this machine: commands, why a bot could not be started, and
/// what a bot outside a sandbox has written.
[[nodiscard]] protocol::MatchLog seen_by(std::optional<int> player, protocol::MatchLog log);

}  // namespace referee

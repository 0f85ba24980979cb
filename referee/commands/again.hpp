// The command that gives a bot once more what it was sent in a match that it has lost.
#pragma once

#include <optional>
#include <string>

#include "protocol/match_log.hpp"

namespace referee {

/// A line with the command, for the side that has lost or forfeited match number `match` of the file `path` (none: its
/// only one); empty if nobody has lost, or the loser is a person or was not started. Requires: `path` is a file.
[[nodiscard]] std::string advice_to_repeat(const protocol::MatchLog& log, const std::string& path,
                                           std::optional<int> match);

}  // namespace referee

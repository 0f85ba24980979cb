// Puts the positions of a played match to bots, and lists where they would have played otherwise.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/limits.hpp"

namespace referee {

/// The bots that are asked, and how.
struct AskOptions {
    std::vector<std::string> bots;  ///< as for a match; one or two
    std::optional<int> at;          ///< only the position after this ply
    GivenLimits limits;             ///< those that are not given are the log's
    IsolationOptions isolation;
};

/// Asks each bot at each position at which a player was asked, on both sides, with the blocks of the match; whatever a
/// bot answers, the match goes on as it was played. Prints a line for each position where an answer differs from the
/// move that was played, and then how many there are. Returns the exit code. Requires: the log is checked. Throws
/// games::UserError where a bot can't be run.
int ask_bots(const protocol::MatchLog& log, const AskOptions& options);

}  // namespace referee

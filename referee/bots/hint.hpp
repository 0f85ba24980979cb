// What a bot would play in a person's place.
#pragma once

#include <optional>
#include <string>

#include "protocol/info_line.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/match/match.hpp"

namespace referee {

struct Hint {
    std::string move;
    std::optional<protocol::Info> info;  ///< what the bot has said of the position
};

/// A hint, or in words why there is none; may hold hostile text.
struct Advice {
    std::optional<Hint> hint;
    std::string why_not;
};

/// Starts the bot on the side `player` of a match after the plies that are given, and asks it once: the limits are
/// those of the plan, but no longer than some seconds, and instead of a clock its share of a move. There is none if it
/// is not that side's turn, the bot forfeits, or `stop_fd` becomes readable. Throws std::system_error.
[[nodiscard]] Advice hint_of(const Entrant& bot, const MatchPlan& plan, int player, const Isolation& isolation,
                             int stop_fd);

}  // namespace referee

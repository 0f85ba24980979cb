// Asks a bot for the move that it would play in a person's place.
#pragma once

#include <optional>
#include <string>

#include "protocol/info_line.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/match.hpp"

namespace referee {

struct Hint {
    std::string move;
    std::optional<protocol::Info> info;  ///< the bot's info about the position
};

/// A hint, or the reason why there is none. May contain hostile text from the bot.
struct Advice {
    std::optional<Hint> hint;
    std::string why_not;
    bool rules_failed = false;  ///< the reason is a failure of the game's rules, which are a program; not the bot
};

/// Starts the bot on side `player` of a match, after the plan's given plies, and asks it for one move. The limits are
/// those of the plan, with two exceptions: the bot gets at most a few seconds, and instead of a clock it gets a limit
/// for the move: the clock's share for one move. There is no hint if it is not that side's turn, the bot forfeits, the
/// rules fail or have been changed, or `stop_fd` becomes readable. Throws std::system_error.
[[nodiscard]] Advice hint_of(const Entrant& bot, const MatchPlan& plan, int player, const Isolation& isolation,
                             int stop_fd);

}  // namespace referee

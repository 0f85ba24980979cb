// Advice for the author of a bot that forfeits.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/players/match_launcher.hpp"

namespace referee {

/// The advice on a match that `bot` has forfeited, as a field below explain_forfeit(); the same for `referee check` and
/// for a match. Empty if there is nothing to say, as to a person. If starts_bot_again(), this takes seconds, and the
/// result is empty if `stop_fd` becomes readable meanwhile. Requires: log.failure. Throws what starting bots throws
/// (see Launcher).
std::string advice_on_forfeit(const protocol::MatchLog& log, const Entrant& bot, const Isolation& isolation,
                              MatchLauncher& launcher, int stop_fd);

/// Whether the advice starts the bot again: a silent one gets the same input at once, to see its output when the input
/// ends. Requires: log.failure.
bool starts_bot_again(const protocol::MatchLog& log);

}  // namespace referee

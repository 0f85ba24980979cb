// Advice for the author of a bot that forfeits.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/players/match_launcher.hpp"

namespace referee {

/// The advice on a match that `bot` has forfeited, as a field below explain_forfeit(); the same for `referee check` and
/// for a match. Empty: there is nothing to say, as to a person. If starts_bot_again(), this takes seconds, and it is
/// empty, too, where `stop_fd` becomes readable meanwhile. Requires: log.failure. Throws what starting bots throws (see
/// Launcher).
std::string advice_on_forfeit(const protocol::MatchLog& log, const Entrant& bot, const Isolation& isolation,
                              MatchLauncher& launcher, int stop_fd);

/// Whether the advice needs the bot once more: one that was silent is started again and given the same input at once,
/// to see what it says when that ends. Requires: log.failure.
bool starts_bot_again(const protocol::MatchLog& log);

}  // namespace referee

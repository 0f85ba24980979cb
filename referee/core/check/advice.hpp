// Advice for the author of a bot that forfeits.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/players/match_launcher.hpp"

namespace referee {

/// The advice on a match that `bot` has forfeited, as a field below explain_forfeit(). `referee check` and ordinary
/// matches give the same advice. Empty if there is no advice, for example for a person. If starts_bot_again(), this
/// takes seconds, and the result is empty if `stop_fd` becomes readable meanwhile. Requires: log.failure. Throws the
/// exceptions of Launcher, which starts the bot.
std::string advice_on_forfeit(const protocol::MatchLog& log, const Entrant& bot, const Isolation& isolation,
                              MatchLauncher& launcher, int stop_fd);

/// Whether the bot has to be started again for the advice. A silent bot is given all of the same input at once, to see
/// whether it writes when the input ends. Requires: log.failure.
bool starts_bot_again(const protocol::MatchLog& log);

}  // namespace referee

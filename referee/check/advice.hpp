// Advice for the author of a bot that forfeits.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/processes/launcher.hpp"

namespace referee {

/// For a match that `bot` has forfeited; `request` starts it as it was started there. A bot that was silent is
/// started again and given the same input at once, to see what it says when that ends. Empty: there is nothing to say.
/// Requires: log.failure.
std::string advice_for(const protocol::MatchLog& log, const Entrant& bot, const LaunchRequest& request,
                       Launcher& launcher);

/// For a match that the bot has forfeited though it played the one before in the same process: what it did with the
/// news of another game, as far as that shows. Requires: log.failure.
std::string advice_for_next_game(const protocol::MatchLog& log);

}  // namespace referee

// Advice for the author of a bot that has ended instead of answering: its own error comes first, then the sandbox.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"

namespace referee {

/// What to do about the end of `bot`, which `log` blames for one; in lines that fit behind "  advice    ".
/// Requires: log.failure, of the kinds exited, crashed, closed_stdout or failed_to_start.
[[nodiscard]] std::string advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

/// The line "  advice    ..." where the sandbox, the working directory or a missing compilation explains why `bot`
/// ended; otherwise empty. For a match, which shows the bot's own error anyway. Requires: log.failure.
[[nodiscard]] std::string advice_on_surroundings(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

}  // namespace referee

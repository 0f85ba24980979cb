// Advice for the author of a bot that has ended instead of answering: its own error comes first, then the sandbox.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"

namespace referee {

/// What to do about the end of `bot`, which `log` blames for one; in lines that fit behind "  advice    ".
/// Requires: log.failure, of the kinds exited, crashed, closed_stdout or failed_to_start.
[[nodiscard]] std::string advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

}  // namespace referee

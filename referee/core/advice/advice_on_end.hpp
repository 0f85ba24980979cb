// Advice for the author of a bot that has ended instead of answering. The advice is first about the bot's own error,
// then about the sandbox.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/core/bots/entrant.hpp"

namespace referee {

struct EndAdvice {
    std::string text;               ///< paragraphs, separated by newlines; may be empty
    bool may_have_misread = false;  ///< the bot may have ended because it misread a block
};

/// The advice on the end of `bot`, which has forfeited in `log`. Without a command, its files are unknown. Requires:
/// log.failure, with one of the endings exited, crashed or failed_to_start.
[[nodiscard]] EndAdvice advice_on_end(const protocol::MatchLog& log, const Entrant& bot, bool sandboxed);

}  // namespace referee

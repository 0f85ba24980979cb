// Advice for the author of a bot that did not answer in time. It starts the bot again without a clock, to see whether
// it thinks, keeps its answer in a buffer, or waits for more input.
#pragma once

#include <string>

#include "protocol/match_log.hpp"
#include "referee/core/players/match_launcher.hpp"

namespace referee {

struct SilenceAdvice {
    std::string text;             ///< paragraphs, separated by newlines; empty if `stop_fd` became readable
    bool waits_for_more = false;  ///< the bot has read its whole block, and waits for another line
};

/// The advice on the silence of the bot that `request` starts. Takes seconds. Requires: log.failure,
/// with the ending timeout, and starts_bot_again(). Throws the exceptions of Launcher.
[[nodiscard]] SilenceAdvice advice_on_silence(const protocol::MatchLog& log, const LaunchRequest& request,
                                              MatchLauncher& launcher, int stop_fd);

}  // namespace referee

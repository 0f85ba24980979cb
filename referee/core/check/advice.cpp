#include "referee/core/check/advice.hpp"

#include "referee/core/advice/forfeit_advice.hpp"
#include "referee/core/check/advice_on_silence.hpp"
#include "referee/core/match/record.hpp"

namespace referee {

bool starts_bot_again(const protocol::MatchLog& log) {
    return log.result.ending == protocol::Ending::timeout && !is_about_next_game(log) &&
           !has_begun_a_line(*log.failure);
}

std::string advice_on_forfeit(const protocol::MatchLog& log, const Entrant& bot, const Isolation& isolation,
                              MatchLauncher& launcher, int stop_fd) {
    if (bot.human) return {};
    const int player = log.failure->player;
    const LaunchRequest request = launch_request_for(bot, player, spec_of(log), log.limits_of(player), isolation);
    if (!starts_bot_again(log) || is_driven(bot))
        return text_of(advice_from_log(log, bot, request.confinement.sandbox != nullptr), log);
    const SilenceAdvice advice = advice_on_silence(log, request, launcher, stop_fd);
    return text_of({advice.text, advice.waits_for_more ? ShownBlocks::all : ShownBlocks::none}, log);
}

}  // namespace referee

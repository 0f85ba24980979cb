// Tells whether a bot lost on time because the machine was too busy.
#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "protocol/match_log.hpp"

namespace referee {

/// The time that others may take from a turn before a loss on time says more about the machine than about the bot.
inline constexpr protocol::Micros usual_wait = std::chrono::milliseconds(20);

/// The part of a log that tells why a match was lost on time.
struct LastTurn {
    std::array<protocol::LoggedPlayer, 2> players;
    protocol::Limits limits;
    protocol::Result result;
    std::optional<protocol::Failure> failure;

    static void fields(auto& self, auto&& visit) {
        visit("players", self.players);
        visit("limits", self.limits);
        visit("result", self.result);
        visit("failure", self.failure);
    }
};

/// The time that the machine took from the last turn of a match that was lost on time: Failure::taken. Older logs lack
/// it. For them this is the longer one of
///   - the time for which the bot's threads waited for a core. It is at most the time of the turn in which the bot used
///     no CPU time, because threads also wait for each other;
///   - the time by which the turn lasted longer than limit and margin: time that the bot was given back, and the
///     lateness of the referee.
/// Zero if the match was not lost on time, or if the log does not tell the use of the cores.
[[nodiscard]] protocol::Micros taken_by_machine(const LastTurn& last);

/// Whether the machine was too busy to tell anything about the bot: it took more than `usual_wait`, and more than a
/// tenth of the limit. False if the log does not tell the limit.
[[nodiscard]] bool machine_was_busy(const LastTurn& last);
[[nodiscard]] bool machine_was_busy(const protocol::MatchLog& log);

}  // namespace referee

// Matches that count. A match with an unfair turn is played again.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "referee/core/bots/entrant.hpp"
#include "referee/core/match/match.hpp"

namespace referee {

/// Plays one match. The match may become void only because of the players that the argument allows (see
/// MatchPlan::may_be_void).
using PlayOnce = std::function<PlayedMatch(std::array<bool, 2> may_be_void)>;
/// Receives the log of a void match, and the player to move at its end.
using OnVoid = std::function<void(const protocol::MatchLog& log, int player)>;

/// Plays matches until one counts. A match with an unfair turn (see Disturbance) is void: `on_void` receives its log,
/// and the match is played again. `on_void` may be empty. After `max_void` void matches with the same player to move,
/// that player's turns always count, so that a bot can't escape a loss by slowing the machine down. Exceptions from
/// `play` pass through.
[[nodiscard]] protocol::MatchLog play_until_valid(const PlayOnce& play, const OnVoid& on_void = nullptr,
                                                  int max_void = 1);

/// The plan of a match between these entrants (index 0 moves first), each under its own limits if it has any.
[[nodiscard]] MatchPlan plan_between(std::array<const Entrant*, 2> entrants, games::GameSpec spec, std::uint64_t seed,
                                     const protocol::Limits& common, std::array<std::optional<protocol::Limits>, 2> own,
                                     const Isolation& isolation);

/// Plays a match by `plan` between these entrants (index 0 moves first) until it counts. `observer` may be null. A
/// match with a person does not start over. It continues from the position in which it became void, or from the
/// position before a move that was taken back. The earlier plies become given plies. The bot is started again, and
/// receives them.
[[nodiscard]] protocol::MatchLog play_valid_match(MatchPlan& plan, std::array<const Entrant*, 2> entrants,
                                                  const Surroundings& surroundings, MatchObserver* observer,
                                                  const OnVoid& on_void);

}  // namespace referee

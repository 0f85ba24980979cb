// A match that counts: one in which a turn was not fair is played again.
#pragma once

#include <array>
#include <functional>

#include "referee/bots/entrant.hpp"
#include "referee/match/match.hpp"

namespace referee {

/// Plays a match, which may be void where the argument says so (see MatchPlan::may_be_void).
using PlayOnce = std::function<PlayedMatch(std::array<bool, 2> may_be_void)>;
/// Is given the log of a void match, and the player to move then.
using OnVoid = std::function<void(const protocol::MatchLog& log, int player)>;

/// Plays until a match counts. One in which a turn was not fair (see Disturbance) is void: `on_void`, which may be
/// empty, is given its log, and it is played again. After `max_void` of them in which the same player was to move it
/// counts whatever happens in that player's turns: a bot must not escape from losing by slowing the machine down.
/// Throws what `play` throws.
[[nodiscard]] protocol::MatchLog play_until_valid(const PlayOnce& play, const OnVoid& on_void = nullptr,
                                                  int max_void = 1);

/// The same of a match by `plan`, whose players these entrants are (index 0 moves first). `observer` may be null. A
/// match of a person is not begun again: it goes on from where it was void, or from before a move that was taken back,
/// with its plies as given ones. The bot is started again and told of them.
[[nodiscard]] protocol::MatchLog play_valid_match(MatchPlan& plan, std::array<const Entrant*, 2> entrants,
                                                  const Surroundings& surroundings, MatchObserver* observer,
                                                  const OnVoid& on_void);

}  // namespace referee

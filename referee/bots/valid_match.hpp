// A match between two entrants that counts: one that the referee itself has spoilt is played again.
#pragma once

#include <array>
#include <functional>

#include "referee/bots/entrant.hpp"
#include "referee/match/match.hpp"

namespace referee {

/// Void games in a row after which a game counts whatever the machine does.
inline constexpr int max_void_games = 3;

/// Plays `plan`, whose players these entrants are (index 0 moves first). A game in which the referee itself was too
/// late to judge a bot is void: `on_void` is given its log, and it is played again. After a few such games the next one
/// counts: a bot must not escape from losing by slowing the machine down. `observer` may be null.
protocol::MatchLog play_valid_match(MatchPlan& plan, std::array<const Entrant*, 2> entrants,
                                    const Surroundings& surroundings, MatchObserver* observer,
                                    const std::function<void(const protocol::MatchLog&)>& on_void);

}  // namespace referee

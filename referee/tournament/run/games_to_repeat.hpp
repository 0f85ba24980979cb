// Finds the games that the director wants to be played again.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// The numbers of the games that `words` name: games ("17"), ranges of games ("17-20"), or entrants, all of whose games
/// are meant. `games` and `results`: those of the file. `now`: who takes part. Throws games::UserError if a game can't
/// be played again.
[[nodiscard]] std::set<int> games_to_repeat(const std::vector<std::string>& words, const Store& store,
                                            std::span<const PlannedGame> games, const FinishedGames& results,
                                            const Field& now);

}  // namespace referee::tournament

// Turns the director's orders for a tournament that has begun into changes: entrants join, leave or are replaced, and
// games are played again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// Translates the orders into changes to the tournament in the file. Newcomers come first; `newcomers` are those of the
/// orders, or of a folder. `rounds`: the requested number of rounds of a Swiss tournament, if the user gave one. `at`:
/// the time of the changes, in the format of the journal. Throws games::UserError if an order can't be carried out in
/// this tournament, or contradicts games that were played.
std::vector<Change> changes_of(const DirectorOrders& orders, std::span<const Newcomer> newcomers,
                               const std::optional<int>& rounds, const Store& store, const std::string& at);
/// Does the same if the games and results of the file are in memory.
std::vector<Change> changes_of(const DirectorOrders& orders, std::span<const Newcomer> newcomers,
                               const std::optional<int>& rounds, const Store& store, std::span<const PlannedGame> games,
                               const FinishedGames& results, const std::string& at);

}  // namespace referee::tournament

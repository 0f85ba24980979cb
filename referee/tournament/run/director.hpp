// Turns the director's orders for a tournament that has begun into changes: entrants join, leave or are replaced, and
// games are played again.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The entrant that an order means by a name or a part of it, see entrant_named(). A student of a class is one entrant
/// with all versions: the one that holds the student's place is meant. Throws games::UserError, which names `option`.
std::size_t entrant_meant(std::string_view option, const std::string& name, const TournamentHead& head);

/// A bot that takes the place of an entrant.
struct Replacement {
    std::size_t entrant = 0;
    std::string bot;  ///< written as on the command line of `referee play`
};

/// Reads orders such as NAME=BOT. Throws games::UserError if there is no such entrant, or if the bot is missing.
std::vector<Replacement> replacements_of(const DirectorOrders& orders, const TournamentHead& head);

/// The entrants that the orders remove. Throws games::UserError if there is no such entrant.
std::set<std::size_t> leavers_of(const DirectorOrders& orders, const TournamentHead& head);

/// The entrants that the orders bring back. Throws games::UserError if there is no such entrant.
std::set<std::size_t> returners_of(const DirectorOrders& orders, const TournamentHead& head);

/// Translates the orders into changes to the tournament in the file. Added entrants come first, then replacements.
/// `rounds`: the requested number of rounds of a Swiss tournament, if the user gave one.
/// `at`: the time of the changes, in the format of the journal. Throws games::UserError if an order can't be carried
/// out in this tournament, or contradicts games that were played.
std::vector<Change> changes_of(const DirectorOrders& orders, const std::optional<int>& rounds, const Store& store,
                               const std::string& at);
/// Does the same if the games and results of the file are in memory.
std::vector<Change> changes_of(const DirectorOrders& orders, const std::optional<int>& rounds, const Store& store,
                               std::span<const PlannedGame> games, const FinishedGames& results, const std::string& at);

}  // namespace referee::tournament

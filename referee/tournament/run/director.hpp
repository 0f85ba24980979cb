// Turns the director's orders for a tournament that has begun into changes: entrants join, leave or are replaced, and
// games are played again.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// The entrant that an order means by a name or a part of it, see entrant_named(). A student of a class is one entrant
/// with all versions: the one that holds the student's place is meant. Throws games::UserError, which names `option`.
std::size_t entrant_meant(std::string_view option, const std::string& name, const TournamentHead& head);

/// An entrant that an order brings.
struct Newcomer {
    std::string bot;                        ///< written as on the command line of `referee play`
    std::optional<std::size_t> replaces{};  ///< the entrant whose place it takes
};

/// The bots that the orders name. Those that join come before those that replace an entrant. Throws games::UserError if
/// there is no such entrant, or if a bot is missing.
std::vector<Newcomer> newcomers_of(const DirectorOrders& orders, const TournamentHead& head);

/// The entrants that the orders remove. Throws games::UserError if there is no such entrant.
std::set<std::size_t> leavers_of(const DirectorOrders& orders, const TournamentHead& head);

/// The entrants that the orders bring back. Throws games::UserError if there is no such entrant.
std::set<std::size_t> returners_of(const DirectorOrders& orders, const TournamentHead& head);

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

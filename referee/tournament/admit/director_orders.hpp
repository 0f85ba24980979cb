// The director's orders for a tournament that has begun, and the entrants that they mean.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee {

/// What a change reads again to find what is new in it, see folder_news(). The bots that it brings are known only then.
struct NewsOrder {
    std::string folder{};            ///< of bots, or of the hand-ins of a class
    std::string students{};          ///< the new list of that class; empty: the old list
    std::string teams{};             ///< where that list has the teams, see parse_teams(); empty: as in the old one
    std::optional<int> team_size{};  ///< the most members of a team in that list; none: as in the old one
    std::string owners{};            ///< the teacher's answer to hand_ins.csv, or "suggested"; empty: none

    static void fields(auto& self, auto&& visit) {
        visit("bots", self.folder);
        visit("students", self.students);
        visit("teams", self.teams);
        visit("team_size", self.team_size);
        visit("hand_ins", self.owners);
    }
};

/// The director's changes to a tournament that has begun.
struct DirectorOrders {
    std::vector<std::string> added;      ///< bots that join
    std::vector<std::string> withdrawn;  ///< names of entrants; their results stay
    std::vector<std::string> annulled;   ///< names of entrants; their results count for nobody
    std::vector<std::string> replaced;   ///< NAME=BOT
    std::vector<std::string> returned;   ///< names of entrants that have left
    std::vector<std::string> again;      ///< names of entrants, numbers of games, or ranges of numbers
    std::optional<NewsOrder> news{};     ///< none: the orders name all bots that they bring

    /// Visits each list with the word that `referee change` uses for it.
    static void fields(auto& self, auto&& visit) {
        visit("add", self.added);
        visit("withdraw", self.withdrawn);
        visit("annul", self.annulled);
        visit("replace", self.replaced);
        visit("return", self.returned);
        visit("again", self.again);
    }
    bool empty() const {
        return added.empty() && withdrawn.empty() && annulled.empty() && replaced.empty() && returned.empty() &&
               again.empty() && !news;
    }
    /// Whether the orders bring new entrants.
    bool bring_bots() const { return !added.empty() || !replaced.empty() || news; }
};

}  // namespace referee

namespace referee::tournament {

/// The entrant that an order means by a name or a part of it, see entrant_named(). A student of a class, or a team, is
/// one entrant with all versions: the one that holds the student's place is meant. Throws games::UserError, which names
/// `option`.
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

}  // namespace referee::tournament

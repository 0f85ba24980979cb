// Compares what was handed in with who plays, and finds the changes that the ladder needs. Pure functions of values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/arena/records.hpp"
#include "referee/tournament/admit/director_orders.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::arena {

/// A person's version that is an entrant of a tournament.
struct Played {
    int person = 0;
    int version = 0;

    friend bool operator==(const Played&, const Played&) = default;
};

/// The person and the version that an entrant of the ladder is named after. None for a bot of the teacher.
[[nodiscard]] std::optional<Played> version_named(std::string_view entrant, const std::vector<Person>& people);

/// The entrants of the ladder that take part now, by name, without the bots of the teacher.
[[nodiscard]] std::map<std::string, Played> playing_in(const tournament::TournamentHead& head,
                                                       const std::vector<Person>& people);

/// The changes after which the version of each holder that takes part is in the ladder, and no other.
/// An entrant that was there before returns; a newer version replaces the older one. Applying the changes twice changes
/// nothing. `accepted`: the version of each person that is to play.
struct Entering {
    std::vector<tournament::Newcomer> newcomers;  ///< by name; those that replace an entrant come last
    DirectorOrders orders;                        ///< who leaves and returns

    [[nodiscard]] bool empty() const { return newcomers.empty() && orders.empty(); }
};
[[nodiscard]] Entering entering(const tournament::TournamentHead& head, const std::vector<Person>& people,
                                const std::vector<HandIn>& accepted);

}  // namespace referee::arena

// Makes a tournament's settings out of what the user has given and, where it is resumed, of what its file holds.
#pragma once

#include <optional>

#include "games/spec.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/settings.hpp"

namespace referee::tournament {

struct Preparation {
    Settings settings;  ///< but for those that name an entrant: see fit_to_entrants()
    games::GameSpec spec;
    Isolation isolation;
};

/// An option that is not given is as in `stored` if that exists, otherwise the default. Throws games::UserError.
Preparation prepare(const TournamentOptions& options, const std::optional<Settings>& stored);

/// Settings that only make sense with some entrants: finds the challenger and the anchor, and refuses formats that
/// don't fit. Throws games::UserError.
void fit_to_entrants(Settings& settings, const TournamentOptions& options, const std::vector<std::string>& names);

}  // namespace referee::tournament

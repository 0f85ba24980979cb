// Makes a tournament's settings out of what it starts from and what the user has given.
#pragma once

#include "games/spec.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/settings.hpp"

namespace referee::tournament {

struct Preparation {
    Settings settings;  ///< but for those that name an entrant: see draft_of()
    games::GameSpec spec;
    Isolation isolation;  ///< hides no files of bots yet
};

/// An option that is not given is as in the origin. Throws games::UserError.
Preparation prepare(const TournamentOptions& wish, const Origin& origin);

/// As a tournament with these settings was prepared where it began; what this machine can't do makes a difference in
/// the settings. Throws games::UserError.
Preparation prepare_as_stored(const Settings& settings);

}  // namespace referee::tournament

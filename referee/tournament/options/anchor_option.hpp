// The option --anchor, which fixes the rating of one entrant.
#pragma once

#include <optional>

#include "referee/core/options/command_line.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee {

/// Adds the option --anchor. Requires: `anchor` outlives the command line.
void add_anchor(CommandLine& line, std::optional<tournament::NamedAnchor>& anchor);

/// Finds the anchor's entrant in a tournament with this head; a student's name means the bot that plays for the
/// student. Throws games::UserError if there is no such entrant, or if its results are annulled.
[[nodiscard]] std::optional<tournament::Anchor> anchor_of(const std::optional<tournament::NamedAnchor>& anchor,
                                                          const tournament::TournamentHead& head);

}  // namespace referee

// The option --anchor: the entrant whose rating is set beforehand.
#pragma once

#include <optional>
#include <string>

#include "referee/commands/command_line.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee {

/// Adds the option --anchor NAME=ELO. Requires: `anchor` outlives the command line. Throws games::UserError for a text
/// without a number.
void add_anchor(CommandLine& line, std::optional<tournament::NamedAnchor>& anchor);

/// The same with the number of the entrant. Throws games::UserError if nobody has this name.
std::optional<tournament::Anchor> anchor_of(const std::optional<tournament::NamedAnchor>& anchor,
                                            const tournament::TournamentHead& head);

}  // namespace referee

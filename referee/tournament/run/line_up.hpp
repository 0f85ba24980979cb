// The line-up of one run of a tournament: the bots of its origin, and those that join.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "referee/core/base/output.hpp"
#include "referee/core/bots/bot_copies.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/run/origin.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"

namespace referee::tournament {

/// Receives messages for the user.
using Tell = std::function<void(const std::string& text)>;
/// Writes a note on stderr.
inline void note_text(const std::string& text) {
    note(text);
}

/// Finds all entrants, with their own limits. Does not check whether they can play. The entrants of the origin come
/// first, unless a tournament is resumed and the user names its bots again. Tells of bots that have changed since an
/// earlier stage, or are renamed. `news`: bots of a folder that join. `reserved`: names that bots which will join have
/// already. `copies`: receives copies of the bots from a folder; null: the bots run from the folder itself. Throws
/// games::UserError if a bot can't be run, if an entrant that returns has changed, or if an option names a bot that
/// does not take part.
[[nodiscard]] Lineup line_up(const TournamentOptions& wish, const Origin& origin, const Preparation& prepared,
                             BotCopies* copies, const Tell& tell, std::span<const Candidate> news = {},
                             std::span<const std::string> reserved = {});

}  // namespace referee::tournament

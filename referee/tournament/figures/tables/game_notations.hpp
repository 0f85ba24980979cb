// The games of a tournament in the notations of other programs: PGN, from which they compute ratings, and GGF.
#pragma once

#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/tournament/figures/tables/sheet.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// What a PGN says of a game besides its log.
struct PgnPlace {
    std::string event;
    int round = 1;
    bool first_begins = true;  ///< whether player 0 makes the first move, and is White
};

/// A game as PGN, with a blank line at its end. docs/tables.md describes it. Requires: the match has a result.
[[nodiscard]] std::string pgn_of(const protocol::MatchLog& log, const PgnPlace& place);

/// Writes the games that count, in the order of their numbers. `event` is the name of the tournament. Throws
/// games::UserError if a log is damaged.
void export_pgn(const Store& store, std::string_view event, const Sink& sink);

/// Writes the games that count, one a line. Throws games::UserError if the game has no GGF, or if a log is damaged.
void export_ggf(const Store& store, const Sink& sink);

}  // namespace referee::tournament

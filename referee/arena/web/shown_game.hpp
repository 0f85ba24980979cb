// The game of an arena, as its pages show it to students: settings, limits, and an example.
#pragma once

#include <string>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/handins/driver.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::arena {

/// Nothing of it is secret.
struct ShownGame {
    games::GameSpec spec;     ///< a recorded one for a game of one's own: it starts no program
    protocol::MatchLog head;  ///< the game, its settings and its limits only
    /// Taken from a game of the teacher's bots; empty until there is one. See set_example().
    std::string picture{};
    std::string first_blocks{};
};

/// The game of a ladder. Throws games::UserError if this program does not know it.
[[nodiscard]] ShownGame shown_game_of(const tournament::TournamentHead& ladder);

/// Shows the last position of a game, and what its winner read before the first own move. Does nothing if that is no
/// good example: nobody has won by the rules, or the board is very large. Requires: only bots of the teacher have
/// played it, and the log does not contradict the rules.
void set_example(ShownGame& game, const protocol::MatchLog& log);

/// For students and, if the arena is public, for everybody: {"name", "config", "rules", "limits", "picture", "driver"},
/// the first four as in a match log. "picture": {"frame", "previous", "ply", "result"} of the example, or null.
/// "driver": null, or {"name", "files": [[name, text], ...]} with the files of its example.
[[nodiscard]] std::string game_json(const ShownGame& game, const handins::Driver* driver);

}  // namespace referee::arena

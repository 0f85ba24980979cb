// The commands about games and single matches. They need only the core.
#pragma once

#include <vector>

#include "referee/core/options/command_table.hpp"
#include "referee/core/options/logged_matches.hpp"
#include "referee/programs/match/with_driver.hpp"

namespace referee {

/// The rows of these commands. `read`: reads the matches of the files that users name. `with_driver`: null if the
/// program knows no drivers.
std::vector<Command> match_commands(ReadMatches* read, const WithDriver* with_driver);

// Each function is defined in the file of the same name.
Task parse_ask(const Arguments& arguments, ReadMatches* read);
Task parse_check(const Arguments& arguments, const WithDriver* with_driver);
Task parse_check_game(const Arguments& arguments);
Task parse_games(const Arguments& arguments);
Task parse_new_bot(const Arguments& arguments, const WithDriver* with_driver);
Task parse_new_game(const Arguments& arguments);
Task parse_replay(const Arguments& arguments, ReadMatches* read);
Task parse_solve(const Arguments& arguments);
Task parse_watch(const Arguments& arguments, ReadMatches* read);

}  // namespace referee

// All commands of the program.
#pragma once

#include <string>
#include <vector>

#include "referee/core/options/command_table.hpp"
#include "referee/programs/match/with_driver.hpp"

namespace referee {

[[nodiscard]] CommandTable command_table();

/// Defined in with_driver.cpp.
[[nodiscard]] const WithDriver& with_driver();

/// The commands of the overview, in its order.
[[nodiscard]] std::vector<Command> commands();

/// See CommandTable::overview().
[[nodiscard]] std::string overview();

/// Reads the program's arguments, see CommandTable::parse().
Task parse_command(const Arguments& arguments);

// Each function is defined in the file of the same name.
Task parse_arena(const Arguments& arguments);
Task parse_change(const Arguments& arguments);
Task parse_engine(const Arguments& arguments);
Task parse_export(const Arguments& arguments);
Task parse_games_needed(const Arguments& arguments);
Task parse_play(const Arguments& arguments);
Task parse_serve(const Arguments& arguments);
Task parse_standings(const Arguments& arguments);
Task parse_tournament(const Arguments& arguments);
Task parse_view(const Arguments& arguments);

}  // namespace referee

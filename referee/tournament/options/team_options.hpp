// The options that say where a list of students has the teams.
#pragma once

#include <optional>
#include <string>

#include "referee/core/options/command_line.hpp"

namespace referee {

/// Adds --teams and --team-size. The text of the first one is for handins::parse_teams().
void add_teams(CommandLine& line, std::string& teams, std::optional<int>& size);

}  // namespace referee

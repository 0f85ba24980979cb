// The options about a class: where its list has the teams, and what runs its hand-ins.
#pragma once

#include <optional>
#include <string>

#include "referee/core/options/command_line.hpp"

namespace referee {

/// Adds --teams and --team-size. The text of the first one is for handins::parse_teams().
void add_teams(CommandLine& line, std::string& teams, std::optional<int>& size);

/// Adds --driver.
void add_driver(CommandLine& line, std::string& driver);

}  // namespace referee

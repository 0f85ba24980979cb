// Reads the command lines of `referee standings`, `referee report` and `referee export`.
#pragma once

#include <string>
#include <vector>

#include "referee/commands/options.hpp"

namespace referee {

/// The arguments behind the command's name. Throw games::UserError.
Command parse_standings(const std::vector<std::string>& arguments);
Command parse_report(const std::vector<std::string>& arguments);
Command parse_export(const std::vector<std::string>& arguments);

}  // namespace referee

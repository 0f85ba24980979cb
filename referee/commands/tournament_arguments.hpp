// Reads the command line of `referee tournament`.
#pragma once

#include <string>
#include <vector>

#include "referee/commands/options.hpp"

namespace referee {

/// The arguments behind the command's name. Throws games::UserError.
Command parse_tournament(const std::vector<std::string>& arguments);

}  // namespace referee

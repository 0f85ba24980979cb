// Reads the command line of `referee serve`.
#pragma once

#include <string>
#include <vector>

#include "referee/commands/options.hpp"

namespace referee {

/// The arguments behind the command's name. Throws games::UserError.
Command parse_serve(const std::vector<std::string>& arguments);

}  // namespace referee

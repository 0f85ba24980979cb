// The matches of a tournament's file as a command reads them.
#pragma once

#include <optional>
#include <string>

#include "referee/core/options/logged_matches.hpp"

namespace referee {

/// Works like read_logged_matches(), but `path` may also be a tournament's file. Also throws games::UserError if there
/// is no such game or it has not been played.
void read_matches(const std::string& path, std::optional<int> only, const UseMatch& use);

}  // namespace referee

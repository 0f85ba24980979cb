// The rules of a game of one's own, as the students get them with their starter kits.
#pragma once

#include <string>

#include "referee/handins/project.hpp"

namespace referee::arena {

/// The files of the rules at this relative path, a program or a folder, with paths that begin with it; none if the path
/// is empty. What would not be taken from a student is not given to one either: no hidden files, no links, at most 64
/// MiB. Throws games::UserError that ends a sentence about the rules.
[[nodiscard]] handins::Project rules_for_students(const std::string& rules);

}  // namespace referee::arena

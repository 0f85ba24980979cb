// Finds the languages in which this machine can build and run no hand-ins.
#pragma once

#include <string>
#include <vector>

#include "games/spec.hpp"

namespace referee::arena {

/// The languages of the starter kits whose compiler or interpreter is missing: "Java (javac)".
[[nodiscard]] std::vector<std::string> missing_languages(const games::GameSpec& spec);

}  // namespace referee::arena

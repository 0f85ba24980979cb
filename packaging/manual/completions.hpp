// Completions for shells, made of the same values as --help.
#pragma once

#include <span>
#include <string>

#include "referee/commands/command_line.hpp"

namespace referee {

/// The scripts for the three shells. `all`: every command's help, with that of `referee` itself, which plays a match,
/// under the name "referee". Requires: names of options and commands are letters, digits and hyphens.
std::string bash_completion(std::span<const CommandHelp> all);
std::string zsh_completion(std::span<const CommandHelp> all);
std::string fish_completion(std::span<const CommandHelp> all);

}  // namespace referee

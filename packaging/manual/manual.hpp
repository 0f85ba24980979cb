// The files that are made from the table of commands. They have the same values as --help.
#pragma once

#include <span>
#include <string>

#include "referee/commands/command_line.hpp"

namespace referee {

/// The name of a command's man page, and of its file without the section: "referee-replay".
std::string page_name(const CommandHelp& help);

/// The man page of a command in roff's macros, for section 1. `all`: every command's help; the page refers to the
/// others.
std::string man_page(const CommandHelp& help, std::span<const CommandHelp> all);

/// The completions for three shells. `all`: every command's help, with that of `referee` itself, which plays a match,
/// under the name "referee". Requires: names of options and commands consist of letters, digits and hyphens.
std::string bash_completion(std::span<const CommandHelp> all);
std::string zsh_completion(std::span<const CommandHelp> all);
std::string fish_completion(std::span<const CommandHelp> all);

/// The JSON schema, draft 2020-12, of a tournament's plan, for the options of `referee tournament`.
std::string plan_schema(std::span<const Option> options);

}  // namespace referee

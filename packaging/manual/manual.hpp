// Generates files from the table of commands, which is also the source of --help.
#pragma once

#include <span>
#include <string>

#include "referee/core/options/command_line.hpp"

namespace referee {

/// The name of a command's man page, which is also its file name without the section: "referee-replay".
std::string page_name(const CommandHelp& help);

/// The man page of a command, for section 1, with roff macros. `all` contains the help of every command. The page
/// refers to all other commands.
std::string man_page(const CommandHelp& help, std::span<const CommandHelp> all);

/// The completions for three shells. `all` contains the help of every command, and under the name "referee" that of
/// `referee` itself, which plays a match. Requires: names of options and commands consist of letters, digits and
/// hyphens.
std::string bash_completion(std::span<const CommandHelp> all);
std::string zsh_completion(std::span<const CommandHelp> all);
std::string fish_completion(std::span<const CommandHelp> all);

/// The JSON schema (draft 2020-12) of a tournament plan, generated from the options of `referee tournament`.
std::string plan_schema(std::span<const Option> options);

}  // namespace referee

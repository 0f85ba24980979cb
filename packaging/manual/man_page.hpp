// The man page of a command, made of the same values as its --help.
#pragma once

#include <span>
#include <string>

#include "referee/commands/command_line.hpp"

namespace referee {

/// The name of a command's page, and of the file without its section: "referee-replay".
std::string page_name(const CommandHelp& help);

/// The page in roff's man macros, for section 1. `all`: every command's help; the page refers to the others.
std::string man_page(const CommandHelp& help, std::span<const CommandHelp> all);

}  // namespace referee

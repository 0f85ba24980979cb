// Runs a program with a table of commands.
#pragma once

#include <functional>

#include "referee/core/options/command_table.hpp"

namespace referee {

/// Runs the command that the arguments name, and turns an exception into one line and an exit code, which is returned.
[[nodiscard]] int run_program(const std::function<CommandTable()>& table, int argc, char** argv);

}  // namespace referee

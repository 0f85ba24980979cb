// The JSON schema of a tournament's plan, made of the options that a plan may name.
#pragma once

#include <span>
#include <string>

#include "referee/commands/command_line.hpp"

namespace referee {

/// The schema, draft 2020-12, for the options of `referee tournament`.
std::string plan_schema(std::span<const Option> options);

}  // namespace referee

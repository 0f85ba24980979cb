// A command line in a JSON file: a tournament's plan that can be kept, read and passed on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/commands/command_line.hpp"

namespace referee {

/// The arguments that a plan stands for. It is an object; each key is the name of an option without its dashes, "bot"
/// the list of bots. A value is a text, a number, true, or a list for what may be given again. `given` are the
/// arguments of the command line itself: what is given there too is taken from there. Throws games::UserError, naming
/// `path`, if this is no such object, or a key is none of `options`. Whether they take such values, the command line
/// finds out.
[[nodiscard]] Arguments arguments_of_plan(std::string_view json, const std::string& path, const Arguments& given,
                                          const std::vector<std::string>& options);

}  // namespace referee

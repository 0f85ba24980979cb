// A tournament's plan: its command line as a JSON file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "referee/core/options/command_line.hpp"

namespace referee {

namespace tournament {
struct TournamentHead;
}

/// The values of an option among the arguments of a command line that is not parsed yet.
[[nodiscard]] Arguments values_given(const Arguments& given, const std::string& option);

/// Whether this is the value of a --limits for one bot, such as "greedy:memory=1G,move=1s".
[[nodiscard]] bool is_of_one_bot(std::string_view option, std::string_view value);

/// The command-line arguments that have the same meaning as a plan. The plan is a JSON object. Each key is the name of
/// one of `options` without its dashes, and "bot" is the list of bots. A flag is true, or false as if it were absent.
/// Any other option is a text or a number, or a list of these if it may be given several times. `given` are the
/// arguments of the command line itself, which take precedence. Throws games::UserError, which names `path` and the
/// key, if `json` is not such an object. The command line checks the texts later.
[[nodiscard]] Arguments arguments_of_plan(std::string_view json, const std::string& path, const Arguments& given,
                                          std::span<const Option> options);

/// The inverse of arguments_of_plan(). Returns a plan that plays a tournament again, with its present entrants, its
/// settings and its seed. The plan leads to the same games if bots and files have not changed. It contains neither the
/// director's changes nor the entrants that have left. Throws games::UserError if only some of the bots from a folder
/// take part, and for a tournament with a staff, which a plan can't name.
[[nodiscard]] std::string plan_of_file(const tournament::TournamentHead& head);

}  // namespace referee

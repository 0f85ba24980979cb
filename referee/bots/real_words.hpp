// Tells whether two commands run the same bot, however their paths are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/bots/bot_command.hpp"

namespace referee {

/// The words of a command, with the real path of each program and each file or folder that they name. Two commands with
/// equal real words run the same bot: `./bots/a.py` is `bots/a.py`, and `python3` is a link to it in a virtual
/// environment. Only for comparisons: a command runs as it is written. `path`: where a program without a path is
/// searched for.
[[nodiscard]] std::vector<std::string> real_words(const std::vector<std::string>& words,
                                                  std::string_view path = user_path());

}  // namespace referee

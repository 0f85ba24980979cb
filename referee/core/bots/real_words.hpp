// Tells whether two commands run the same bot, or a bot of a file or folder, however their paths are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/bot_command.hpp"

namespace referee {

/// The words of a command, with the real path of each program and each file or folder that they name. Two commands with
/// equal real words run the same bot: `./bots/a.py` is `bots/a.py`, and `python3` is a link to it in a virtual
/// environment. Only for comparisons: a command runs as it is written. `path`: where a program without a path is
/// searched for.
[[nodiscard]] std::vector<std::string> real_words(const std::vector<std::string>& words,
                                                  std::string_view path = user_path());

/// A path that leads into `place` (a file or folder) by another way, such as a link, written as a path of `place`
/// itself. Any other path as it is.
[[nodiscard]] std::string named_within(const std::string& path, const std::string& place);

/// The command with such paths. A bot's own files are known by them.
[[nodiscard]] BotCommand named_within(BotCommand command, const std::string& place);

}  // namespace referee

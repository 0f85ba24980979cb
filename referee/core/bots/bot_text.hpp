// The user's text for a bot: a path, a quoted command line, a source file or a folder, perhaps with a name before it.
#pragma once

#include <string>
#include <string_view>

#include "referee/core/bots/bot_command.hpp"

namespace referee {

/// Parses the user's text for a bot. `text` is the path of a program, a command line, the path of a .py or .js file, or
/// a folder that holds one bot (see look_at_folder()). A command line is split into words as in a shell, but no shell
/// is run: quotes and backslashes have their usual effect, variables and patterns have none. A bare name is a file in
/// the working directory, else a sample bot, else a program in one of the colon-separated folders of `path`. Throws
/// BotError if the program can't be run: there is no such file, it is not executable, it is built for another machine,
/// it has no "#!" line, or its interpreter or script is missing.
[[nodiscard]] BotCommand parse_bot_command(std::string_view text, std::string_view path = user_path());

/// A command, and the name that the user gives to the bot: "deep=./alphabeta --depth 6".
struct NamedBot {
    std::string name;  ///< empty if none is given
    std::string command;
};

/// Splits `name=command`. The text before the first '=' is a name if it contains no slash, backslash or quote and does
/// not begin with a dash, and if the whole text is not an existing path. A name with blanks must not begin with the
/// name of a program, and the command must lead to one (see names_something()).
[[nodiscard]] NamedBot named_bot(const std::string& text);

}  // namespace referee

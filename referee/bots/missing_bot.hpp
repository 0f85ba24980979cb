// Hints for a user who has named a bot that is not there.
#pragma once

#include <string>
#include <string_view>

namespace referee {

/// What may be behind it that `program`, of the bot that was named `text`, is not there: its source lies there and is
/// not compiled, or `text` looks like "name=command" and is not. Begins with ", " or "; "; empty if there is no hint.
[[nodiscard]] std::string hint_on_missing(std::string_view text, const std::string& program);

/// The complaint about a word that is neither a file nor a program in the folders of `path`, with a hint.
[[nodiscard]] std::string about_unknown_word(std::string_view text, const std::string& program, std::string_view path);

}  // namespace referee

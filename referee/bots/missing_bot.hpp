// Hints for a user who has named a bot that is not there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace referee {

/// "; did you mean 'x'?" where a file beside a missing one, or for a bare name a sample bot, has nearly its name;
/// otherwise empty.
[[nodiscard]] std::string meant_instead_of(const std::filesystem::path& missing);

/// What may be behind it that `program`, of the bot that was named `text`, is not there: its source lies there and is
/// not compiled, a file has nearly its name, or `text` looks like "name=command" and is not. Begins with ", " or "; ";
/// empty if there is no hint.
[[nodiscard]] std::string hint_on_missing(std::string_view text, const std::string& program);

/// The complaint about a word that is neither a file nor a program in the folders of `path`, with a hint.
[[nodiscard]] std::string about_unknown_word(std::string_view text, const std::string& program, std::string_view path);

}  // namespace referee

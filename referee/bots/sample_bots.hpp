// The bots that come with the program, and hints for a user who has named a bot that does not exist.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Their folder: libexec/referee/bots beside the bin/ of an installed program, or the folder of a program that is not
/// installed.
[[nodiscard]] std::filesystem::path sample_bots_folder(const std::filesystem::path& program);
/// The folder of the running program; empty if the system does not tell its path.
[[nodiscard]] std::filesystem::path sample_bots_folder();

/// The path of the bot with this file name, if there is one that can be run.
[[nodiscard]] std::optional<std::string> sample_bot(const std::string& name);

/// The only game that a sample bot plays, if it is named after a game.
std::optional<std::string> game_of_sample_bot(const std::string& program);

/// "; did you mean 'x'?" if a file beside the missing one, or a sample bot for a bare name, has a similar name;
/// otherwise empty.
[[nodiscard]] std::string meant_instead_of(const std::filesystem::path& missing);

/// A hint why the `program` of the bot that the user named `text` is missing: its source is not compiled, a file has a
/// similar name, or `text` looks like "name=command" but is not. Begins with ", " or "; "; empty if there is no hint.
[[nodiscard]] std::string hint_on_missing(std::string_view text, const std::string& program);

/// The complaint about a word that is neither a file nor a program in the folders of `path`, with a hint.
[[nodiscard]] std::string about_unknown_word(std::string_view text, const std::string& program, std::string_view path);

}  // namespace referee

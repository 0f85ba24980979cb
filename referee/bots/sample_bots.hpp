// The bots that come with the program, and are found by their names.
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
/// That of the running program; empty where the system does not tell which it is.
[[nodiscard]] std::filesystem::path sample_bots_folder();

/// The path of the bot with this file name, if there is one that can be run.
[[nodiscard]] std::optional<std::string> sample_bot(const std::string& name);

/// The only game that this program plays, if it is a sample bot for one: it is named after the game.
std::optional<std::string> game_of_sample_bot(const std::string& program);

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

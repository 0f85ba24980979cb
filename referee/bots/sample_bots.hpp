// The bots that come with the program, and are found by their names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
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

}  // namespace referee

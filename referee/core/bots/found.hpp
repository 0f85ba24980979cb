// Decides which files and folders are bots, by the rules of docs/entrants.md. Does not start any process.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/core/bots/bot_command.hpp"

namespace referee {

/// The maximum number of entries in a folder of bots. A folder with more entries is not accepted.
inline constexpr std::size_t max_entries_in_folder = 10'000;

/// The result of inspecting a file or a folder.
struct Found {
    std::optional<BotCommand> command;  ///< set if it can be run
    std::string problem;                ///< set if it can't be run, but may have been meant as a bot
    std::string interpreted{};          ///< the file, if the problem is that it needs an interpreter
};

/// Decides whether a file is a bot. Looks up programs without a path, such as interpreters, in the folders of
/// `search_path`.
[[nodiscard]] Found look_at_file(const std::filesystem::path& file, std::string_view search_path);
/// Finds the program of a folder that holds one bot, or the rules of one game: the program named `usual_name`, "main"
/// or like the folder, or else the only program.
[[nodiscard]] Found look_at_folder(const std::filesystem::path& folder, std::string_view search_path,
                                   std::string_view usual_name = "bot");

/// The entries of a folder, sorted by name. Leaves out hidden files and __pycache__. Returns at most
/// max_entries_in_folder + 1 entries.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder,
                                                            std::error_code& error);

}  // namespace referee

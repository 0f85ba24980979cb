// Decides which files and folders are bots, by the rules of docs/entrants.md. Nothing is started.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/bots/bot_command.hpp"

namespace referee {

/// A folder with more entries is not taken for a folder of bots.
inline constexpr std::size_t max_entries_in_folder = 10'000;

/// The finding about a file or a folder.
struct Candidate {
    std::optional<BotCommand> command;  ///< set if it can be run
    std::string problem;                ///< set if it can't be run, but may have been meant as a bot
};

/// Programs without a path, such as interpreters, are looked for in the folders of `search_path`.
[[nodiscard]] Candidate look_at_file(const std::filesystem::path& file, std::string_view search_path);
/// The one obvious program of a folder: named bot, main or like the folder, or the only one.
[[nodiscard]] Candidate look_at_folder(const std::filesystem::path& folder, std::string_view search_path);

/// The relevant entries of a folder, sorted by name; at most one more than max_entries_in_folder.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder,
                                                            std::error_code& error);

}  // namespace referee

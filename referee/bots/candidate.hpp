// Tells which files and folders are bots, by the rules of docs/entrants.md. Nothing is started.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/bots/bot_command.hpp"

namespace referee {

/// More than that in one folder are not bots.
inline constexpr std::size_t max_entries_in_folder = 10'000;

/// The finding about a file or a folder.
struct Candidate {
    std::optional<BotCommand> command;  ///< it can be run
    std::string problem;                ///< it can't, but may have been meant to be
};

/// Programs without a path, such as interpreters, are looked for in the folders of `search_path`.
[[nodiscard]] Candidate look_at_file(const std::filesystem::path& file, std::string_view search_path);
/// The one program of a folder that is obvious: called bot, main or like the folder, or the only one there is.
[[nodiscard]] Candidate look_at_folder(const std::filesystem::path& folder, std::string_view search_path);

/// The entries of a folder that count, sorted by name; if there are more than max_entries_in_folder, one more than
/// that.
[[nodiscard]] std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder,
                                                            std::error_code& error);

}  // namespace referee

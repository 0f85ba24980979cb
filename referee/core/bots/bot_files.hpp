// Finds and hashes the files of a bot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/fields.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/sight.hpp"

namespace referee {

/// One of the files that a bot consists of.
struct FileSum {
    std::string path;
    std::string sha256;

    static void fields(auto& self, auto&& visit) {
        visit("path", self.path);
        visit("sha256", self.sha256);
    }
    friend bool operator==(const FileSum&, const FileSum&) = default;
};

/// The limits for the files of one bot. A larger folder probably contains other things, too.
inline constexpr std::size_t max_files_of_bot = 1000;
inline constexpr std::uint64_t max_bytes_of_bot = std::uint64_t{1} << 30;

/// Returns the program, every argument that is a regular file, and all regular files in and below `folder` (empty: the
/// bot has no folder), except for hidden files and those in hidden folders or in __pycache__. Links to folders are not
/// followed. The files are sorted by path. A path below the working directory is relative to it; others are absolute.
/// Files in `own` are read at their source.
/// Throws games::UserError, which names `bot`, if a file can't be read, if its name can't be kept in a tournament's
/// file, or if the files exceed the limits above.
std::vector<FileSum> files_of_bot(const BotCommand& command, const std::string& folder, const std::string& bot,
                                  const std::optional<OwnFiles>& own = std::nullopt);

/// Hashes the same files again. Omits files that are missing or no longer regular. Throws games::UserError if a file
/// can't be read.
std::vector<FileSum> rehashed(const std::vector<FileSum>& files, const std::optional<OwnFiles>& own = std::nullopt);

/// Whether a tournament's file can store a text unchanged: it must be UTF-8 without NUL.
bool can_be_kept(const std::string& text);

}  // namespace referee

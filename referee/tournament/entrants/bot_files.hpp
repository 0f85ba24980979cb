// Finds the files of a bot, hashes them when a tournament begins, and notices when they change later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/bots/bot_command.hpp"
#include "referee/bots/sight.hpp"
#include "referee/tournament/entrants/sha256.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The limits for the files of one bot. A larger folder holds something else, too.
inline constexpr std::size_t max_files_of_bot = 1000;
inline constexpr std::uint64_t max_bytes_of_bot = std::uint64_t{1} << 30;

/// The program, every argument that is a regular file, and all regular files in and below `folder` (empty: the bot has
/// no folder of its own), except for hidden files and those in hidden folders or in __pycache__. Links to folders are
/// not followed. Sorted by path. A path below the working directory is relative to it; others are absolute.
/// Files in `own` are found and hashed at their source.
/// Throws games::UserError, which names `bot`, if a file can't be read, if its name can't be kept in a tournament's
/// file, or if the files exceed the limits above.
std::vector<FileSum> files_of_bot(const BotCommand& command, const std::string& folder, const std::string& bot,
                                  const std::optional<OwnFiles>& own = std::nullopt);

/// Hashes the same files again. Missing files are left out. Throws games::UserError if one can't be read.
std::vector<FileSum> rehashed(const std::vector<FileSum>& files, const std::optional<OwnFiles>& own = std::nullopt);

/// Whether a tournament's file can keep a text unchanged: UTF-8 without a NUL.
bool can_be_kept(const std::string& text);

/// Knows the checksums that the entrants' files had when the tournament began. Later files are ignored, because bots
/// may write some. Thread-safe.
class FileWatch {
public:
    explicit FileWatch(std::span<const StoredEntrant> entrants) : entrants_(entrants.begin(), entrants.end()) {}

    /// Describes a change of an entrant's files, by its number, in a sentence for the user; none if they are unchanged.
    /// Costs one stat per file. Reads only files that may have changed since the last call or were written within the
    /// last two seconds.
    std::optional<std::string> changed(int entrant);

private:
    /// A file as it was when it was last read.
    std::optional<HashedFile> known(const std::string& path);
    std::variant<HashedFile, UnreadFile> look_at(const std::string& path);

    const std::vector<StoredEntrant> entrants_;
    std::mutex access_;
    std::map<std::string, HashedFile> known_;  ///< by path; entrants may share files, an interpreter for one
};

}  // namespace referee::tournament

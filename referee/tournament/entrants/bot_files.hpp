// Finds and hashes the files of a bot when a tournament begins, and detects later changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/bots/bot_command.hpp"
#include "referee/bots/sight.hpp"
#include "referee/files/sha256.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

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

/// Compares the entrants' files with their checksums at the start of the tournament. Ignores new files, because bots
/// may write some. Thread-safe.
class FileWatch {
public:
    explicit FileWatch(std::span<const StoredEntrant> entrants);

    /// From now on, entrant number `entrant` has these files. Requires: the number is at most that of all entrants.
    void set(std::size_t entrant, StoredEntrant files);

    /// Describes a change to this entrant's files in a sentence for the user. Returns nothing if they are unchanged.
    /// Costs one stat per file. Reads only files that may have changed since the last call, or that were written within
    /// the last two seconds.
    std::optional<std::string> changed(int entrant);
    /// Does the same for any bot. `since`: when the bot had these files, for the sentence.
    std::optional<std::string> changed(const StoredEntrant& bot, std::string_view since);

private:
    /// The current hash of a file. Reads the file only if it may have changed since it was last read.
    std::variant<HashedFile, UnreadFile> current(const std::string& path);

    std::mutex access_;
    std::vector<std::shared_ptr<const StoredEntrant>> entrants_;
    std::map<std::string, HashedFile> known_;  ///< by path, because entrants may share files such as an interpreter
};

}  // namespace referee::tournament

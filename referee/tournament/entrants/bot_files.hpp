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

/// More than that is no bot, but a folder that holds something else as well.
inline constexpr std::size_t max_files_of_bot = 1000;
inline constexpr std::uint64_t max_bytes_of_bot = std::uint64_t{1} << 30;

/// The program, every argument that is a regular file, and all regular files in `folder` and below it (empty: no folder
/// is the bot's own): but those that are hidden, or in a hidden folder or in __pycache__. Links to folders are not
/// followed. Sorted by path; a path is relative to the working directory where it lies below that, otherwise absolute.
/// What is in `own` is looked for, and hashed, where that has its source.
/// Throws games::UserError, which names `bot`, where a file can't be read or named in a tournament's file, or there are
/// more of them than the limits above.
std::vector<FileSum> files_of_bot(const BotCommand& command, const std::string& folder, const std::string& bot,
                                  const std::optional<OwnFiles>& own = std::nullopt);

/// The same files as they are now. Those that are gone are left out. Throws games::UserError if one can't be read.
std::vector<FileSum> rehashed(const std::vector<FileSum>& files, const std::optional<OwnFiles>& own = std::nullopt);

/// Whether a text can be kept in a tournament's file and be the same when it is read: UTF-8 without a NUL.
bool can_be_kept(const std::string& text);

/// Knows the sums that the entrants' files had when the tournament began. Files that come later belong to nobody: bots
/// may write some. All calls may be made from any thread.
class FileWatch {
public:
    explicit FileWatch(std::span<const StoredEntrant> entrants) : entrants_(entrants.begin(), entrants.end()) {}

    /// The change of an entrant's files, by its place: a sentence for people, or nothing if they are what
    /// they were. Costs a stat a file; reads only what may be another file than at the last call, and what has been
    /// written within the last two seconds.
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

// Detects that the files of a bot have changed since its tournament began.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/core/base/mutex.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

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

    Mutex access_;
    std::vector<std::shared_ptr<const StoredEntrant>> entrants_ GUARDED_BY(access_);
    std::map<std::string, HashedFile> known_
        GUARDED_BY(access_);  ///< by path, because entrants may share files such as an interpreter
};

}  // namespace referee::tournament

// Notices when a bot's files become others while a tournament runs.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/entrants/sha256.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

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

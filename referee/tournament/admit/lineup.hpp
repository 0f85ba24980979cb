// Finds the entrants of a tournament on the command line, in a plan, in a folder or in the tournament's file.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/bot_copies.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/tournament/admit/candidate.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// An entrant of this run, with its files as they are now. It may not be in the tournament's file yet.
struct Contender {
    Entrant entrant;
    std::vector<FileSum> files;
    IfUnfit if_unfit = IfUnfit::unchecked;
    std::optional<std::size_t> replaces{};                    ///< the entrant whose place it takes
    std::optional<std::chrono::microseconds> game_time{};     ///< its mean time per game in its check
    std::optional<std::chrono::microseconds> longest_turn{};  ///< its longest turn in its check, except first turns

    StoredEntrant stored() const {
        return {entrant.name, entrant.command.arguments, files, entrant.reuse, to_text(entrant.limits)};
    }
    /// Like stored(), but with the paths of the files that actually run. A bot from a bots folder may run from a copy.
    StoredEntrant as_played() const;
};

/// A bot whose name differs from its file's name, because the file's name is not a valid name for a bot.
struct Renamed {
    std::string file;  ///< the file's name; may be hostile text
    std::string name;
};

struct Lineup {
    std::vector<Contender> contenders;
    std::vector<LeftOut> left_out;     ///< bots from the folder that can't play
    std::vector<Renamed> renamed;      ///< contenders that are not named after their files
    std::vector<Student> students;     ///< the list of a class, if the bots are its hand-ins
    char list_separator = ',';         ///< of the columns of that list
    handins::HandInRecord hand_ins{};  ///< whose the hand-ins are
    /// The number of contenders, counted from the first one, that already play. If it is not 0, the remaining
    /// contenders join them.
    std::size_t begun = 0;

    std::size_t joining() const { return begun > 0 ? contenders.size() - begun : 0; }
    /// The names of the contenders.
    std::vector<std::string> names() const;
    std::vector<Entrant> entrants() const;
};

/// Where bots are found.
struct BotPlaces {
    std::string_view path = user_path();          ///< the folders that are searched for programs without a path
    std::span<const std::string> own_files_in{};  ///< the folders in which each entry is one bot with its own files
    BotCopies* copies = nullptr;                  ///< receives copies of such entries; null: the originals play
};

/// Names the candidates and hashes their files. Does not start bots, and does not limit their number. `taken_names`:
/// those of existing entrants. A bot whose files can't be kept in a tournament's file is left out, if that is the
/// consequence for it. Throws games::UserError otherwise, and if a name is invalid or occurs twice.
[[nodiscard]] Lineup find_bots(Candidates candidates, const BotPlaces& places,
                               std::span<const std::string> taken_names = {});

/// Gives bots that are named again to resume a tournament, perhaps in another way (./f/a.py, f/a.py, a link), the
/// identity of the entrants at their places in the list: they are run as when the tournament began.
void keep_identity(std::span<Candidate> candidates, std::span<const StoredEntrant> begun, std::string_view path);

/// The contenders of a resumed tournament, with the stored names and commands, and the current content of the stored
/// files. An entrant that `is_stored` stays as stored, because its files may be gone. Throws games::UserError if a bot
/// can't be run.
std::vector<Contender> contenders_of(std::span<const StoredEntrant> stored, const BotPlaces& places = {},
                                     const std::function<bool(std::size_t entrant)>& is_stored = {});

/// Returns the folder in which a bot with this command has its own files: the innermost of `folders` into which a word
/// of the command leads as a path. Returns nothing if no word leads into one of them.
std::optional<std::string> bots_folder_of(const std::vector<std::string>& words, std::span<const std::string> folders);

/// The real paths that are hidden from the bots of a line-up: the folders of bots, the files of all entrants, the
/// private copies, and the tournament's file `db` with its spool (spool_of()). They are meant for Isolation::hide(). A
/// bot still sees its own files.
std::vector<std::string> secrets_of(std::span<const Contender> all, std::span<const std::string> bots_folders,
                                    const BotCopies* copies, const std::string& db);

/// Restricts contenders to the stored files. Used if the user names the bots of a resumed tournament again. A contender
/// with the name and the command of a stored entrant gets the current content of that entrant's files. So new files
/// that a bot has written since the tournament began do not count. The contender also takes over `reuse` and, unless
/// the user gives other limits, the stored limits.
void keep_to_stored_files(std::span<Contender> contenders, std::span<const StoredEntrant> stored);

}  // namespace referee::tournament

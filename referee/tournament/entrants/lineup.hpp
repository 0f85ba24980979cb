// The entrants of a tournament, from the command line, a plan, a folder or the tournament's own file, and their lookup
// by name.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/bots/entrant.hpp"
#include "referee/tournament/entrants/bot_copies.hpp"
#include "referee/tournament/entrants/bots_folder.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The number of the entrant with this name, or with this name as it is printed. Throws games::UserError, which names
/// `option` and the closest name, if there is none.
std::size_t entrant_named(std::string_view option, const std::string& name, const std::vector<std::string>& names);

/// The number of the entrant whose name is at the beginning of `text`, before an equals sign, as in
/// "NAME=move-time=50ms". Names may hold equals signs: the longest name that fits counts. None if no name fits.
std::optional<std::size_t> entrant_before_equals(std::string_view text, const std::vector<std::string>& names);

/// An entrant before the tournament's file is written.
struct Contender {
    Entrant entrant;
    std::vector<FileSum> files;
    bool from_folder = false;                                 ///< it must be checked before it may play
    std::optional<std::chrono::microseconds> game_time{};     ///< its mean time per game in its check
    std::optional<std::chrono::microseconds> longest_turn{};  ///< in its check, without the first turn of each game

    StoredEntrant stored() const {
        return {entrant.name, entrant.command.arguments, files, entrant.reuse, to_text(entrant.limits)};
    }
    /// The same with the files that really play: a bot of a folder may play as a copy.
    StoredEntrant as_played() const;
};

/// A bot that is not called after its file, because the file's name is no name for a bot.
struct Renamed {
    std::string file;  ///< may be hostile text
    std::string name;
};

struct Lineup {
    std::vector<Contender> contenders;
    std::vector<LeftOut> left_out;  ///< of the folder
    std::vector<Renamed> renamed;   ///< of the contenders
    /// The number of contenders, from the first one on, that already play. If it is not 0, the others join them.
    std::size_t begun = 0;

    std::size_t joining() const { return begun > 0 ? contenders.size() - begun : 0; }
    /// The names of the contenders.
    std::vector<std::string> names() const;
    std::vector<Entrant> entrants() const;
};

/// The sources of bots, in this order.
struct LineupSources {
    std::span<const std::string> bots;            ///< as for a match
    std::string bots_folder{};                    ///< empty: none
    std::span<const std::string> taken_names{};   ///< of existing entrants
    std::string_view path = user_path();          ///< searched for programs without a path
    std::span<const std::string> own_files_in{};  ///< other folders in which each entry is one bot with its own files
    BotCopies* copies = nullptr;                  ///< receives copies of such entries; null: the originals play
    bool reuse = false;                           ///< one process of each plays many games
};

/// Finds all bots, names them and hashes their files; starts no bot. Accepts any number of bots. Throws games::UserError
/// if a named bot can't be run, is a person, or can't be kept in a tournament's file, if a name is invalid or occurs
/// twice, or if the folder can't be read. Faulty bots of the folder are listed in `left_out`.
Lineup make_lineup(const LineupSources& sources);

/// The contenders of a resumed tournament: the stored names and words, with the current content of the stored files.
/// Bots in `bots_folders` have their own files, which are copied into `copies` unless it is null. An entrant that
/// `has_left` the tournament stays as stored: its files may be gone. Throws games::UserError if a bot can't be run.
std::vector<Contender> contenders_of(std::span<const StoredEntrant> stored, std::string_view path = user_path(),
                                     std::span<const std::string> bots_folders = {}, BotCopies* copies = nullptr,
                                     const std::function<bool(std::size_t entrant)>& has_left = {});

/// The folder, out of `folders`, in which a bot with this command has its own files: the innermost folder that contains
/// a word of the command. None: no folder contains one.
std::optional<std::string> bots_folder_of(const std::vector<std::string>& words, std::span<const std::string> folders);

/// The paths that are hidden from the bots of a line-up: the folders of bots, the files of all entrants, the private
/// copies, and the tournament's file `db` with its spool (spool_of()). A bot still sees its own files. Real paths, for
/// Isolation::hide().
std::vector<std::string> secrets_of(std::span<const Contender> all, std::span<const std::string> bots_folders,
                                    const BotCopies& copies, const std::string& db);

/// For a resumed tournament whose bots the user names again. A contender with the name and words of a stored entrant gets
/// the current content of that entrant's files, so that files that a bot has written since then do not matter. It also
/// takes over `reuse` and, unless the user gives others, the limits.
void keep_to_stored_files(std::span<Contender> contenders, std::span<const StoredEntrant> stored);

}  // namespace referee::tournament

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

/// The number of the entrant whose name stands before an equals sign at the beginning of `text`, as in
/// "NAME=move-time=50ms": of several the one with the longest name, since names may hold equals signs. None if there is
/// none.
std::optional<std::size_t> entrant_before_equals(std::string_view text, const std::vector<std::string>& names);

struct Contender {
    Entrant entrant;
    std::vector<FileSum> files;
    bool from_folder = false;                                 ///< it is to be checked before it may play
    std::optional<std::chrono::microseconds> game_time{};     ///< its mean share of a game in its check
    std::optional<std::chrono::microseconds> longest_turn{};  ///< in its check, but for the first of each game

    StoredEntrant stored() const {
        return {entrant.name, entrant.command.arguments, files, entrant.reuse, to_text(entrant.limits)};
    }
    /// The same with the files that are really played: of a bot of a folder these may be copies.
    StoredEntrant as_played() const;
};

/// A bot that can't be named after its file.
struct Renamed {
    std::string file;  ///< may be hostile text
    std::string name;
};

struct Lineup {
    std::vector<Contender> contenders;
    std::vector<LeftOut> left_out;  ///< of the folder
    std::vector<Renamed> renamed;   ///< of the contenders
    std::size_t begun = 0;  ///< so many contenders, the first ones, play already; where they do, the others join

    std::size_t joining() const { return begun > 0 ? contenders.size() - begun : 0; }
    /// Of the contenders.
    std::vector<std::string> names() const;
    std::vector<Entrant> entrants() const;
};

/// The sources of bots, in this order.
struct LineupSources {
    std::span<const std::string> bots;            ///< as for a match
    std::string bots_folder{};                    ///< empty: none
    std::span<const std::string> taken_names{};   ///< of entrants that are there already
    std::string_view path = user_path();          ///< where programs without a path are looked for
    std::span<const std::string> own_files_in{};  ///< more folders where each entry is all that its bot has
    BotCopies* copies = nullptr;                  ///< of such entries; null: they are played as they are
    bool reuse = false;                           ///< one process of each plays many games
};

/// Finds all bots, names them and hashes their files; starts none. Does not check their number. Throws
/// games::UserError if a bot that is named can't be run, is a person, or can't be kept in a tournament's file, where
/// names are not fit or there twice, and where the folder can't be read. What is wrong with a bot of
/// the folder is listed in `left_out`.
Lineup make_lineup(const LineupSources& sources);

/// The way back, for a resumed tournament: entrants by the same names and words, with the same files as they are
/// now. Those in `bots_folders` have files of their own, of which `copies` are made unless it is null. Who `has_left`
/// the tournament is as it was stored: its files may be gone. Throws games::UserError if a bot can't be run any more.
std::vector<Contender> contenders_of(std::span<const StoredEntrant> stored, std::string_view path = user_path(),
                                     std::span<const std::string> bots_folders = {}, BotCopies* copies = nullptr,
                                     const std::function<bool(std::size_t entrant)>& has_left = {});

/// The folder of `folders` in which a bot of this command has its own files: the innermost one that holds a word of
/// it. None: it is none of theirs.
std::optional<std::string> bots_folder_of(const std::vector<std::string>& words, std::span<const std::string> folders);

/// The files that no bot of a line-up may see but those it is run from: the folders of bots, with all that is in them,
/// the files of all entrants, the private copies, and the tournament's file `db` with the folder of what other machines
/// play (spool_of()). Real paths, for Isolation::hide().
std::vector<std::string> secrets_of(std::span<const Contender> all, std::span<const std::string> bots_folders,
                                    const BotCopies& copies, const std::string& db);

/// For a resumed tournament whose bots are named again: a contender that has the name and the words of a
/// stored entrant gets that one's files as they are now, so that files which a bot has written since then make no
/// difference; and its process plays many games if that one's did.
void keep_to_stored_files(std::span<Contender> contenders, std::span<const StoredEntrant> stored);

}  // namespace referee::tournament

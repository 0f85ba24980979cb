// Determines which files one bot sees in a sandbox: its own files, except those that are hidden from it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/bots/bot_command.hpp"
#include "referee/core/processes/sandbox.hpp"

namespace referee {

/// The only files that a bot sees: one file, or one folder. The files beside it are not shown.
struct OwnFiles {
    std::string place;   ///< the absolute path at which the bot's command finds the file or folder
    std::string source;  ///< the file or folder that is shown to the bot: the same path, or that of a copy
    /// The absolute path at which a sandbox shows `source`. The bot of a hand-in is shown at place_of_hand_in, and gets
    /// this path as its working folder, so that it can't tell others where the teacher keeps it. Empty: `place`.
    std::string shown_at{};
    bool is_driven = false;  ///< a driver of the teacher calls a function in them
    /// Keeps a private copy at `source` in existence; null if `source` is no copy. See BotCopies.
    std::shared_ptr<const void> copy{};

    /// The own files at `place`, which are those of a hand-in if there is a record of one.
    [[nodiscard]] static OwnFiles at(const std::string& place, const std::string& source);
    /// A path in a sandbox: `path`, or if it leads to these files, the path at which they are shown.
    [[nodiscard]] std::string in_sandbox(const std::string& path) const;

    /// `path` as an absolute path without "." and "..", if it leads to these files. Otherwise nothing.
    [[nodiscard]] std::optional<std::filesystem::path> place_of(const std::string& path) const;
    /// The real path of the file that the bot finds at `path`. If `path` is outside these files, returns it unchanged.
    [[nodiscard]] std::string source_of(const std::string& path) const;
};

/// The folder in which the bot of a hand-in finds itself in a sandbox.
inline constexpr const char* place_of_hand_in = "/bot";
/// The record of a hand-in, in the folder that is made of it (see referee/handins/).
inline constexpr const char* record_of_hand_in = "hand-in.json";

/// The files that a command names: the program, the arguments that are files, and for `python3 -m MODULE` the module in
/// the working directory.
[[nodiscard]] std::vector<std::filesystem::path> files_named_in(const BotCommand& command);

/// Whether `path` is `folder` or lies in it. Compares only the names.
[[nodiscard]] bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Whether a path leads into the system folders that every sandbox shows.
[[nodiscard]] bool belongs_to_system(const std::filesystem::path& path);

/// The real path of a folder that the user wants the bots to see. Throws games::UserError if there is no such folder.
[[nodiscard]] std::filesystem::path shown_folder(const std::string& folder);

/// The files of a bot that are hidden from the other bots: the program, the arguments that are files, the folder of the
/// script or program, and the folder that `java -cp DIR Bot` names. If `own` is set, only these files are hidden. Files
/// of the system are never included. Returns real paths.
[[nodiscard]] std::vector<std::string> secrets_of(const BotCommand& command, const std::optional<OwnFiles>& own);

/// The folder of a bot's program or script, if a sandbox shows only that file in it because the folder does not belong
/// to the bot alone: the user's home, /home, a temporary folder or the root. Otherwise nothing.
[[nodiscard]] std::optional<std::filesystem::path> shared_folder_of(const BotCommand& command);

/// The files of an SQLite database. Some of them exist only temporarily. Returns real paths.
[[nodiscard]] std::vector<std::string> secrets_of_database(const std::string& path);

/// The files to which the user redirected stdout and stderr. They are hidden from bots, because they may hold results,
/// as with `--json` or `--log -`. Returns real paths.
[[nodiscard]] std::vector<std::string> secrets_of_output();

/// The real path of a file. The file need not exist yet.
[[nodiscard]] std::string secret_file(const std::string& path);

/// The maximum number of entries in partly hidden folders. Listing more entries would make the start of a bot too slow.
inline constexpr std::size_t max_listed = 1000;

/// Returns the paths that a sandbox shows to a bot. If `own` is set, the bot sees these files. Otherwise it sees two
/// folders: the folder of the program, and the folder of the first argument that is a file or, with `python3 -m
/// MODULE`, of the module in the working directory. Folders of the system are not listed. If one of the two folders is
/// shared (the user's home, /home, a temporary folder or the root), the bot sees only its own file in it. If the
/// program belongs to the system and no argument is a file, as in `java -cp DIR Bot`, the bot sees the first argument
/// that is a folder, unless that folder is shared. Behind an adapter that comes with the program (`uci.py ./engine`),
/// it also sees the folder of the next argument that is a file. The bot also sees the folders in `more`.
///
/// The bot sees nothing of `secrets` (real paths), except those from which it is run. If a shown folder contains a
/// secret, the sandbox shows only the present entries of this folder, even if the secret does not exist yet. Throws
/// games::UserError if something can't be shown in a sandbox, or if a partly hidden folder has more than max_listed
/// entries.
[[nodiscard]] std::vector<ShownPath> sight_of(const BotCommand& command, const std::optional<OwnFiles>& own,
                                              const std::vector<std::string>& more,
                                              const std::vector<std::string>& secrets);

}  // namespace referee

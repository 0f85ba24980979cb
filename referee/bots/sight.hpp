// The files that one bot sees in a sandbox: its own, and none that are hidden from it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/bots/bot_command.hpp"
#include "referee/sandbox/sandbox.hpp"

namespace referee {

/// The only files that a bot sees, without those beside them.
struct OwnFiles {
    std::string place;   ///< the absolute path of one file or folder at which the bot's command finds them
    std::string source;  ///< the file or folder that is shown there: the same path, or that of a copy

    /// A path in these files, absolute and without dots; nothing if it leads elsewhere.
    [[nodiscard]] std::optional<std::filesystem::path> place_of(const std::string& path) const;
    /// The real place of the file that the bot finds under `path`; outside these files it is `path` itself.
    [[nodiscard]] std::string source_of(const std::string& path) const;
};

/// The program, and the arguments that are files; of `python3 -m MODULE` the module in the working directory.
[[nodiscard]] std::vector<std::filesystem::path> files_named_in(const BotCommand& command);

/// Whether a path lies in a folder or is it. Compares names only.
[[nodiscard]] bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Whether a path leads into the folders of the system that every sandbox shows.
[[nodiscard]] bool belongs_to_system(const std::filesystem::path& path);

/// The real path of a folder that the user wants to show. Throws games::UserError if there is none.
[[nodiscard]] std::filesystem::path shown_folder(const std::string& folder);

/// The files that are hidden from the other bots: the program, the arguments that are files, and the folder of the
/// script or program, or that which `java -cp DIR Bot` names; or `own`. Nothing that belongs to the system. Real paths.
[[nodiscard]] std::vector<std::string> secrets_of(const BotCommand& command, const std::optional<OwnFiles>& own);

/// The folder of a bot's program or script if a sandbox shows only this file of it, because the folder does not belong
/// to the bot alone: the user's home, a temporary folder or the root.
[[nodiscard]] std::optional<std::filesystem::path> shared_folder_of(const BotCommand& command);

/// The files of an SQLite database, some of which come and go. Real paths.
[[nodiscard]] std::vector<std::string> secrets_of_database(const std::string& path);

/// The files to which the user has sent stdout and stderr, such as those of --json or --log -. Real paths.
[[nodiscard]] std::vector<std::string> secrets_of_output();

/// The real path of a file that may not exist yet.
[[nodiscard]] std::string secret_file(const std::string& path);

/// The maximal number of entries in partly hidden folders: more would make the start of a bot too slow.
inline constexpr std::size_t max_listed = 1000;

/// A bot sees `own` if it has that; otherwise the folders of the program and of the first argument that is a file, or
/// of the module in the working directory that `python3 -m MODULE` runs (the file alone if its folder is the user's
/// home, a temporary folder or the root), unless they belong to the system; if no file is left, the first argument that
/// is a folder (not one of those), as in `java -cp DIR Bot`; and the folders in `more`. It sees nothing of `secrets`
/// (real paths) in them, but for those that it is run from. A folder that holds a secret, whether it is there already
/// or not, is shown with the entries that it has now. Throws games::UserError if something can't be shown in a sandbox,
/// or there is too much in such a folder.
[[nodiscard]] std::vector<ShownPath> sight_of(const BotCommand& command, const std::optional<OwnFiles>& own,
                                              const std::vector<std::string>& more,
                                              const std::vector<std::string>& secrets);

}  // namespace referee

// Finds the bots in a folder: decides which files and subfolders are bots, and which only look like bots.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/bot_command.hpp"

namespace referee {

/// A file or folder that was probably meant as a bot, but can't play. Names and reasons may contain hostile text.
struct LeftOut {
    std::string name;          ///< the name of the file or folder, or of the bot
    std::string reason;        ///< one line
    std::string hint{};        ///< a command line that shows more; empty if there is none
    std::string last_words{};  ///< the last lines of the bot's stderr
    std::string check{};       ///< of a hand-in: the text of the check, as its author would see it
};

struct FoundBot {
    BotCommand command;
    std::string name;    ///< the name of the file or folder in the folder of bots
    std::string folder;  ///< the bot's own folder; empty if it has none
};

struct FolderContents {
    std::vector<FoundBot> bots;  ///< sorted by the bytes of their names
    std::vector<LeftOut> left_out;
};

/// Reads a folder by the rules of docs/entrants.md. Programs without a path, such as interpreters, are searched for in
/// `path`. Starts nothing. Throws games::UserError if `folder` can't be read.
FolderContents read_bots_folder(const std::string& folder, std::string_view path = user_path());

/// The one of `folders` that is the same place as `folder`, however both are written. Nothing if there is none.
std::optional<std::string> same_folder(const std::string& folder, std::span<const std::string> folders);

/// Explains why a runnable bot from a bots folder may not play: it is, or contains, a link to something outside the
/// folder. Empty if the bot may play.
std::string complaint_about_links(const std::string& file_or_folder);

}  // namespace referee

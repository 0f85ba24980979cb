// Finds the bots in a folder: which files and subfolders are bots, which are not, and which only look like one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/bots/bot_command.hpp"

namespace referee::tournament {

/// A file that was probably meant as a bot and can't play. Names and reasons may hold hostile text.
struct LeftOut {
    std::string name;          ///< of the file or folder, or of the bot
    std::string reason;        ///< one line
    std::string hint{};        ///< a command line that shows more; empty: there is none
    std::string last_words{};  ///< the end of its stderr, at most some lines
};

struct FoundBot {
    BotCommand command;
    std::string name;    ///< of the file or folder in the folder of bots
    std::string folder;  ///< the bot's own folder; empty: it has none
};

struct FolderContents {
    std::vector<FoundBot> bots;  ///< sorted by name, as bytes
    std::vector<LeftOut> left_out;
};

/// Follows the rules of docs/entrants.md. Searches `path` for programs without a path, such as interpreters. Starts
/// nothing. Throws games::UserError if `folder` can't be read.
FolderContents read_bots_folder(const std::string& folder, std::string_view path = user_path());

/// The reason why a runnable bot of a folder may not play: it is or contains a link to something outside. Empty: it may
/// play.
std::string complaint_about_links(const std::string& file_or_folder);

}  // namespace referee::tournament

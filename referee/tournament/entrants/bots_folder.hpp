// Finds the bots in a folder: which files and subfolders are bots, which are not, and which only look like one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/bots/bot_command.hpp"

namespace referee::tournament {

/// A file that may have been meant as a bot and can't play. Names and reasons may hold hostile text.
struct LeftOut {
    std::string name;          ///< of the file or folder, or of the bot
    std::string reason;        ///< one line
    std::string hint{};        ///< how to see more: a command line; empty: there is nothing more
    std::string last_words{};  ///< the end of its stderr, at most some lines
};

struct FoundBot {
    BotCommand command;
    std::string name;    ///< of the file or folder in the folder of bots
    std::string folder;  ///< that is all its own; empty: it has none
};

struct FolderContents {
    std::vector<FoundBot> bots;  ///< sorted by name, as bytes
    std::vector<LeftOut> left_out;
};

/// By the rules of docs/entrants.md; programs without a path, such as interpreters, are looked for in the folders of
/// `path`. Nothing is started. Throws games::UserError if `folder` can't be read.
FolderContents read_bots_folder(const std::string& folder, std::string_view path = user_path());

/// Why a bot of a folder may not play though it can be run: it is a link, or has one, to what was not handed in. Empty:
/// all is its own.
std::string complaint_about_links(const std::string& file_or_folder);

}  // namespace referee::tournament

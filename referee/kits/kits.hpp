// Starter kits: small bots, each in one language, with which an author begins.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The kits of one language. They are the files of a folder in kits/: `board` for the games with the common blocks, and
/// one with the name of each game that has blocks of its own.
struct Kit {
    std::string_view name;      ///< also that of the folder in kits/: "python"
    std::string_view title;     ///< "Python"
    std::string_view suffix;    ///< of the source in kits/: ".py"
    std::string_view source;    ///< its name in the bot's folder: "bot.py"
    std::string_view build;     ///< the command that makes the program; empty: nothing is to be made
    std::string_view run;       ///< the command that runs it in its folder: "./bot.py"
    std::string_view launcher;  ///< a further file that runs the bot; empty: none
    std::string_view own_path;  ///< an expression for the folder of the program; empty: there is no short one
};

std::span<const Kit> kits();

/// The kit with this name or another common name of the language ("py", "c++"). Throws games::UserError, which lists
/// the languages.
const Kit& kit_called(std::string_view name);

/// A file of a new bot.
struct KitFile {
    std::string name;
    std::string text;
    bool executable = false;
};

/// A kit's files for a bot of this name. `game` is the name of the game, `spec` what --game takes for it.
std::vector<KitFile> files_of(const Kit& kit, const std::string& name, std::string_view game, const std::string& spec);

/// A file of kits/.
struct BuiltInFile {
    std::string_view path;  ///< below kits/: "python/board.py"
    std::string_view text;
};

/// All of them.
std::span<const BuiltInFile> kit_files();

}  // namespace referee

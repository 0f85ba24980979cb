// Starter kits: small bots, and rules of a game, each in one language, that an author can extend.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// The kit of one language. Its files are in one folder of kits/: `board` for the games with the common blocks, and a
/// file with the name of the game for each game that has its own blocks.
struct Kit {
    std::string_view name;      ///< also the name of the folder in kits/: "python"
    std::string_view title;     ///< the name of the language in texts: "Python"
    std::string_view suffix;    ///< the suffix of the source in kits/: ".py"
    std::string_view source;    ///< the name of the source in the bot's folder: "bot.py"
    std::string_view build;     ///< the command that builds the program; empty if nothing has to be built
    std::string_view run;       ///< the command that runs the bot in its folder: "./bot.py"
    std::string_view launcher;  ///< an additional file that runs the bot; empty if there is none
    std::string_view own_path;  ///< the expression for the program's own folder; empty if there is no short one
};

std::span<const Kit> kits();

/// What a kit makes. Kits for a game are in kits/game/, and exist in some languages only.
enum class KitFor { bot, game, secret_game };

/// The kit with this name, or with another common name of the language ("py", "c++"). Throws games::UserError, whose
/// message lists the languages, if there is none.
const Kit& kit_called(std::string_view name, KitFor what = KitFor::bot);
/// The names of the languages, separated by commas.
std::string languages_of(KitFor what);

/// A file of a new bot or game.
struct KitFile {
    std::string name;  ///< may be a path
    std::string text;
    bool executable = false;
};

/// A kit's files for a bot of this name. `game` is the name of the game. `spec` is the game with its settings, as for
/// --game.
std::vector<KitFile> files_of(const Kit& kit, const std::string& name, std::string_view game, const std::string& spec);

/// A kit's files for the rules of a game (`what`: KitFor::game or secret_game) in a folder of this name. Their hello
/// has the name `game`. `folder` is the path of the folder for a shell, as in the commands of the README: "./four".
std::vector<KitFile> files_of_game(const Kit& kit, KitFor what, const std::string& name, const std::string& game,
                                   const std::string& folder);
/// The command that builds the program of such a game; empty if nothing has to be built.
std::string build_of_game(const Kit& kit, const std::string& folder);

/// A name for a game in the hello, made of the name of a folder: "My Game" becomes "my_game".
std::string game_name_of(std::string_view folder);

/// A file of kits/ that is built into the program.
struct BuiltInFile {
    std::string_view path;  ///< below kits/: "python/board.py"
    std::string_view text;
};

/// A built-in text in which each "@KEY@" is replaced by its value, and comments after commands stand in one column.
std::string built_in_text(const std::string& path, const std::vector<std::pair<std::string_view, std::string>>& values);

/// All built-in files.
std::span<const BuiltInFile> kit_files();

}  // namespace referee

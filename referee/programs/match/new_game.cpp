// `referee new-game NAME`: writes the rules of a small game into a new folder.
#include <fmt/format.h>

#include "games/catalogue.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/kits.hpp"
#include "referee/core/bots/new_folder.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

using games::UserError;

struct NewGameOptions {
    std::string folder;
    std::string language = "python";
    KitFor what = KitFor::game;
};

NewGameOptions new_game_options(const Arguments& arguments) {
    NewGameOptions options;
    CommandLine line("referee new-game",
                     "Makes a folder with the rules of a small game, four in a row, which you change\n"
                     "into your own game, and a README with the commands to check it, play it and\n"
                     "let bots play it. With --kind secret the game is rock, paper, scissors: the\n"
                     "players move at the same time, and each sees only a part.\n\nLanguages: " +
                         languages_of(KitFor::game) + "; with --kind secret: " + languages_of(KitFor::secret_game),
                     "Exit codes: 0 done, 1 a system error, 2 wrong arguments.");
    line.text("NAME", "", "the folder to be made; the game gets its name", options.folder);
    line.text("--lang", "LANGUAGE", "see above (python)", options.language);
    line.choice<KitFor>("--kind", "KIND", "usual, or secret (usual)",
                        {{"usual", KitFor::game}, {"secret", KitFor::secret_game}}, options.what);
    line.parse(arguments);
    if (options.folder.empty()) throw UserError("no name is given: referee new-game NAME");
    return options;
}

/// A relative path needs a slash, so that --game does not take it for the name of a built-in game.
std::string with_slash(const std::string& path) {
    return path.starts_with('/') || path.starts_with("./") || path.starts_with("../") ? path : "./" + path;
}

int make_game(const NewGameOptions& options) {
    const Kit& kit = kit_called(options.language, options.what);
    const NewFolder folder = new_folder(options.folder);
    const std::string game = game_name_of(folder.name);
    if (games::is_built_in(game))
        throw UserError(fmt::format("'{}' is the name of a built-in game: choose another", game));
    const std::string in_parent = copyable_path(with_slash(folder.name));
    const std::string written = write_folder(folder, files_of_game(kit, options.what, folder.name, game, in_parent));
    const std::string path = copyable_path(with_slash(folder.path.string()));
    const std::string build = build_of_game(kit, path);
    print(fmt::format("{}\n{}    referee check-game {}\n    referee random.py --game {}\n\nREADME.md tells more.\n",
                      written, build.empty() ? "" : fmt::format("    {}\n", build), path, path));
    return exit_done;
}

}  // namespace

Task parse_new_game(const Arguments& arguments) {
    return [options = new_game_options(arguments)] { return make_game(options); };
}

}  // namespace referee

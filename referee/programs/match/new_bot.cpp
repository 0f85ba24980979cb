// `referee new-bot NAME`: writes a starter kit into a new folder.
#include <fmt/format.h>

#include <filesystem>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/kits.hpp"
#include "referee/core/bots/new_folder.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

struct NewBotOptions {
    std::string folder;
    std::string language = "python";
    std::string game = "magnetize";
    std::string driver;  ///< of the hand-ins of a class; empty: the bot is a program
};

NewBotOptions new_bot_options(const Arguments& arguments) {
    NewBotOptions options;
    CommandLine line("referee new-bot",
                     "Makes a folder with a small bot, which plays random moves, and a README with\n"
                     "the commands to build it, check it and let it play.\n\nLanguages: " +
                         languages_of(KitFor::bot),
                     "Exit codes: 0 done, 1 a system error, 2 wrong arguments.");
    line.text("NAME", "", "the folder to be made; --bots names the bot after it", options.folder);
    line.text("--lang", "LANGUAGE", "see above (python)", options.language);
    line.text("--game", "SPEC", "the game that it plays, and settings (magnetize)", options.game);
    line.file("--driver", "FILE",
              "a hand-in for this driver, and the driver, in place\nof a bot: function.py, java, c, or one of your own",
              options.driver);
    line.parse(arguments);
    if (options.folder.empty()) throw UserError("no name is given: referee new-bot NAME");
    if (!options.driver.empty() && line.given("--lang"))
        throw UserError("--lang: the driver tells the language: use only one of --lang and --driver");
    return options;
}

int make_bot(const NewBotOptions& options, const WithDriver* with_driver) {
    if (!options.driver.empty() && with_driver == nullptr) throw UserError("--driver: drivers come with 'make build'");
    const Kit& kit = kit_called(options.language);
    const games::GameSpec spec = rules::parse_game(options.game, {});
    if (!spec.make_board(0)->moves_listed()) {
        throw UserError(
            "the kits choose a listed move, but no moves are listed on a board of this size: begin with a smaller "
            "one, and read docs/writing_a_bot.md to continue");
    }
    const NewFolder folder = new_folder(options.folder);
    // The commands are for the new folder, so the path of a game of one's own must not depend on the present one.
    const std::string game =
        spec.game->program.empty() ? options.game : fs::absolute(option_text(spec)).lexically_normal().string();
    if (!options.driver.empty()) {
        const DrivenKit driven = with_driver->make_kit(options.driver, folder.name, spec.game->name, game);
        print(fmt::format("{}\n    cd {}\n    {}\n\nREADME.md tells more.\n", write_folder(folder, driven.files),
                          copyable_path(folder.path), driven.check));
        return exit_done;
    }
    const std::string written = write_folder(folder, files_of(kit, folder.name, spec.game->name, game));
    const std::string build = kit.build.empty() ? "" : fmt::format("    {}\n", kit.build);
    print(fmt::format("{}\n    cd {}\n{}    referee check {} --game {}\n\nREADME.md tells more.\n", written,
                      copyable_path(folder.path), build, kit.run, copyable_word(game)));
    return exit_done;
}

}  // namespace

Task parse_new_bot(const Arguments& arguments, const WithDriver* with_driver) {
    return [options = new_bot_options(arguments), with_driver] { return make_bot(options, with_driver); };
}

}  // namespace referee

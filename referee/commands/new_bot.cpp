// `referee new-bot NAME`: writes a starter kit into a new folder.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/files/fresh_file.hpp"
#include "referee/files/own_folder.hpp"
#include "referee/files/trust.hpp"
#include "referee/kits/kits.hpp"
#include "referee/rules/rules_program.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;
using games::UserError;

struct NewBotOptions {
    std::string folder;
    std::string language = "python";
    std::string game = "magnetize";
};

NewBotOptions new_bot_options(const Arguments& arguments) {
    NewBotOptions options;
    std::string languages;
    for (const Kit& kit : kits())
        languages += fmt::format("{}{}", languages.empty() ? "" : ", ", kit.name);
    CommandLine line("referee new-bot",
                     "Makes a folder with a small bot, which plays random moves, and a README with\n"
                     "the commands to build it, check it and let it play.\n\nLanguages: " +
                         languages,
                     "Exit codes: 0 done, 1 a system error, 2 wrong arguments.");
    line.text("NAME", "", "the folder to be made; --bots names the bot after it", options.folder);
    line.text("--lang", "LANGUAGE", "see above (python)", options.language);
    line.text("--game", "SPEC", "the game that it plays, and settings (magnetize)", options.game);
    line.parse(arguments);
    if (options.folder.empty()) throw UserError("no name is given: referee new-bot NAME");
    return options;
}

/// Throws games::UserError and not a system error, because the path is the user's choice.
[[noreturn]] void refuse(const fs::path& path, int error) {
    throw UserError(fmt::format("'{}' can't be created: {}", path.string(), std::strerror(error)));
}

void write(const OwnFolder& folder, const KitFile& file, const fs::path& path) {
    const mode_t mode = file.executable ? 0777 : 0666;  // reduced by the umask
    const UniqueFd fd = open_regular(folder.fd(), file.name, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (!fd) refuse(path, errno);
    if (const int error = write_bytes(fd, file.text); error != 0) refuse(path, error);
}

int make_bot(const NewBotOptions& options) {
    const Kit& kit = kit_called(options.language);
    const games::GameSpec spec = rules::parse_game(options.game, {});
    if (!spec.make_board(0)->moves_listed()) {
        throw UserError(
            "the kits choose a listed move, but no moves are listed on a board of this size: begin with a smaller "
            "one, and read docs/writing_a_bot.md to continue");
    }
    // Removes a separator at the end.
    fs::path folder = (fs::path(options.folder) / "x").lexically_normal().parent_path();
    if (folder.empty()) folder = ".";
    const std::string name = fs::absolute(folder).lexically_normal().filename();
    if (::mkdir(folder.c_str(), 0777) != 0) {
        if (errno == EEXIST) throw UserError(fmt::format("'{}' exists already: choose another name", folder.string()));
        refuse(folder, errno);
    }
    const auto made = OwnFolder::take(folder.string(), "folder", OwnFolder::Writers::unchecked);
    if (!made) refuse(folder, ENOENT);
    // The commands are for the new folder, so the path of a game of one's own must not depend on the present one.
    const std::string game = spec.game->program.empty()
                                 ? options.game
                                 : fs::absolute(option_text(spec)).lexically_normal().string();
    std::string written;
    for (const KitFile& file : files_of(kit, name, spec.game->name, game)) {
        write(*made, file, folder / file.name);
        written += (written.empty() ? "" : ", ") + file.name;
    }
    const std::string build = kit.build.empty() ? "" : fmt::format("    {}\n", kit.build);
    print(fmt::format("{}: {}\n\n    cd {}\n{}    referee check {} --game {}\n\nREADME.md tells more.\n",
                      harmless(folder.string()), written, copyable_path(folder), build, kit.run,
                      copyable_word(game)));
    return exit_done;
}

}  // namespace

Task parse_new_bot(const Arguments& arguments) {
    return [options = new_bot_options(arguments)] { return make_bot(options); };
}

}  // namespace referee

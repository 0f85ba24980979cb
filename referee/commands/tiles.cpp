// `referee tiles FILE`: shows the tiles of a file, as the game that has tiles shows them.
#include <string_view>

#include "games/catalogue.hpp"
#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/files/text_file.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

constexpr std::string_view setting_name = "tiles";

void show(const games::GameInfo& game, const games::Setting& setting, const std::string& file) {
    games::SettingValues values(game.settings);
    if (file != setting.fallback) values.set_file(setting.name, {file, read_text_file(file)});
    game.complete(values);
    print(setting.show(values.file(setting.name)));
}

/// Of this file, or those that the word for the default stands for.
int show_tiles(const std::string& file) {
    for (const auto& game : games::catalogue()) {
        for (const auto& setting : game.settings) {
            if (setting.name != setting_name || setting.show == nullptr) continue;
            show(game, setting, file);
            return exit_done;
        }
    }
    throw games::UserError("there is no game with tiles");
}

}  // namespace

Task parse_tiles(const Arguments& arguments) {
    std::string file;
    CommandLine line("referee tiles", "Shows the tiles of a file in their four rotations.");
    line.text("FILE", "", "a tile file, or 'builtin'", file);
    line.parse(arguments);
    if (file.empty()) throw games::UserError("no file is given: referee tiles FILE, or referee tiles builtin");
    return [file] { return show_tiles(file); };
}

}  // namespace referee

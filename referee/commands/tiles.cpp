// `referee tiles FILE`: shows the tiles of a file, as the game that has tiles shows them.
#include <string_view>

#include "games/catalogue.hpp"
#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/terminal/output.hpp"
#include "referee/files/text_file.hpp"

namespace referee {

namespace {

constexpr std::string_view setting_name = "tiles";

void show(const games::GameInfo& game, const games::Setting& setting, const std::string& file) {
    games::SettingValues values(game.settings);
    if (file != setting.fallback) values.set_file(setting.name, {file, read_text_file(file)});
    game.complete(values);
    print(setting.show(values.file(setting.name)));
}

}  // namespace

int run_tiles(const TilesOptions& options) {
    for (const auto& game : games::catalogue()) {
        for (const auto& setting : game.settings) {
            if (setting.name != setting_name || setting.show == nullptr) continue;
            show(game, setting, options.file);
            return exit_done;
        }
    }
    throw games::UserError("there is no game with tiles");
}

}  // namespace referee

#include "games/othello/config.hpp"

#include "games/written_position.hpp"

namespace games::othello {

SettingTable settings() {
    return {
        {"max_plies", "plies after which the game is a draw; no game is longer than the default", 1, longest_game,
         "128"},
        position_setting_of("position to begin from: 64 cells and who moves"),
    };
}

void complete(SettingValues& values) {
    values.set_default("max_plies", Config().max_plies);
    complete_position(values, [](const FileText& file) { return text_of(read_position(file)); });
}

Config config_of(const SettingValues& values) {
    Config config;
    config.max_plies = static_cast<int>(values.get("max_plies"));
    const FileText& position = values.file(position_setting);
    if (!position.text.empty()) config.position = read_position(position);
    return config;
}

}  // namespace games::othello

#include "games/magnetic_cave/config.hpp"

#include <array>

namespace games::magnetic_cave {

std::span<const Setting> settings() {
    static constexpr std::array<Setting, 1> table = {{
        {"max_plies", "plies after which the game is a draw; the board has as many cells as the default", 1, longest_game,
         "64"},
    }};
    return table;
}

void complete(SettingValues& values) {
    values.set_default("max_plies", Config().max_plies);
}

Config config_of(const SettingValues& values) {
    return Config{static_cast<int>(values.get("max_plies"))};
}

}  // namespace games::magnetic_cave

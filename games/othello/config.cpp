#include "games/othello/config.hpp"

#include <array>

namespace games::othello {

std::span<const Setting> settings() {
    static constexpr std::array<Setting, 1> table = {{
        {"max_plies", "plies after which the game is a draw; no game is longer than the default", 1, longest_game, "128"},
    }};
    return table;
}

void complete(SettingValues& values) {
    values.set_default("max_plies", Config().max_plies);
}

Config config_of(const SettingValues& values) {
    return Config{static_cast<int>(values.get("max_plies"))};
}

}  // namespace games::othello

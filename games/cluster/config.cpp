#include "games/cluster/config.hpp"

#include <array>
#include <string>

#include "games/user_error.hpp"

namespace games::cluster {

std::span<const Setting> settings() {
    static constexpr std::array<Setting, 3> table = {{
        {"side", "cells along each side of the hexagon", min_side, max_side, "6"},
        {"connect", "length of the run that wins, at most 2 x side - 1", 2, column_count(max_side), "4"},
        {"max_plies", "plies after which the game is a draw", 1, 100000, "40000"},
    }};
    return table;
}

void complete(SettingValues& values) {
    const Config fallback;
    values.set_default("side", fallback.side);
    values.set_default("connect", fallback.connect);
    values.set_default("max_plies", fallback.max_plies);
    const int longest = column_count(static_cast<int>(values.get("side")));
    if (values.get("connect") > longest) {
        throw UserError("setting connect=" + std::to_string(values.get("connect")) +
                        " does not fit on a board of side " + std::to_string(values.get("side")) +
                        ": it goes from 2 to " + std::to_string(longest));
    }
}

Config config_of(const SettingValues& values) {
    const auto number = [&](const char* name) { return static_cast<int>(values.get(name)); };
    return Config{number("side"), number("connect"), number("max_plies")};
}

}  // namespace games::cluster

#include "games/cluster/config.hpp"

#include <string>

#include "games/user_error.hpp"
#include "games/written_position.hpp"

namespace games::cluster {

SettingTable settings() {
    return {
        {"side", "cells along each side of the hexagon", min_side, max_side, "6"},
        {"connect", "length of the run that wins, at most 2 x side - 1", 2, column_count(max_side), "4"},
        {"max_plies", "plies after which the game is a draw", 1, 100000, "40000"},
        position_setting_of("position to begin from; it says the side"),
    };
}

namespace {

Config numbers_of(const SettingValues& values) {
    const auto number = [&](const char* name) { return static_cast<int>(values.get(name)); };
    return Config{number("side"), number("connect"), number("max_plies")};
}

/// The board is as large as a position says.
void complete_side(SettingValues& values) {
    complete_position(values, [&](const FileText& file) {
        const Position position = read_position(file);
        agree_with_position(values, "side", position.side(), file);
        return text_of(position);
    });
}

}  // namespace

void complete(SettingValues& values) {
    const Config fallback;
    complete_side(values);
    values.set_default("side", fallback.side);
    values.set_default("connect", fallback.connect);
    values.set_default("max_plies", fallback.max_plies);
    const int longest = column_count(static_cast<int>(values.get("side")));
    if (values.get("connect") > longest) {
        throw UserError("setting connect=" + std::to_string(values.get("connect")) +
                        " does not fit on a board of side " + std::to_string(values.get("side")) +
                        ": it goes from 2 to " + std::to_string(longest));
    }
    const FileText& position = values.file(position_setting);
    if (!position.text.empty()) check_position(position, read_position(position), numbers_of(values));
}

Config config_of(const SettingValues& values) {
    Config config = numbers_of(values);
    const FileText& position = values.file(position_setting);
    if (!position.text.empty()) config.position = read_position(position);
    return config;
}

}  // namespace games::cluster

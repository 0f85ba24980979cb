#include "games/magnetize/config.hpp"

#include <algorithm>
#include <string>

#include "games/user_error.hpp"
#include "games/written_position.hpp"

namespace games::magnetize {

SettingTable settings() {
    return {
        {"height", "rows of the board", 2, max_side, "5"},
        {"width", "columns of the board", 2, max_side, "12"},
        {"square", "side of the block that wins, at most the smaller of height and width", 2, max_side, "2"},
        {"maglock", "turns lost by turning on the magnet", 1, 1000, "3"},
        {"max_plies", "plies after which the game is a draw", 1, 100000, "4 x cells"},
        position_setting_of("position to begin from; it says height and width"),
    };
}

namespace {

Config numbers_of(const SettingValues& values) {
    const auto number = [&](const char* name) { return static_cast<int>(values.get(name)); };
    return Config{number("height"), number("width"), number("square"), number("maglock"), number("max_plies")};
}

/// The board is as large as a position says.
void complete_size(SettingValues& values) {
    complete_position(values, [&](const FileText& file) {
        const Position position = read_position(file);
        agree_with_position(values, "height", static_cast<int>(position.rows.size()), file);
        agree_with_position(values, "width", static_cast<int>(position.rows.front().size()), file);
        return text_of(position);
    });
}

}  // namespace

void complete(SettingValues& values) {
    const Config fallback;
    complete_size(values);
    values.set_default("height", fallback.height);
    values.set_default("width", fallback.width);
    values.set_default("square", fallback.square);
    values.set_default("maglock", fallback.maglock);
    const auto height = values.get("height");
    const auto width = values.get("width");
    values.set_default("max_plies", 4 * height * width);
    if (values.get("square") > std::min(height, width)) {
        throw UserError("setting square=" + std::to_string(values.get("square")) + " does not fit on a board of " +
                        std::to_string(height) + " x " + std::to_string(width) + ": it goes from 2 to " +
                        std::to_string(std::min(height, width)));
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

}  // namespace games::magnetize

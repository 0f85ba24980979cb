// The entry of Magnetic Cave in the catalogue: its settings, and the creation of a match.
#include <memory>

#include "games/board_of.hpp"
#include "games/catalogue.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/view.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/written_position.hpp"

namespace games::magnetic_cave {

namespace {

constexpr const char* name = "magnetic_cave";

constexpr const char* rules_in_short =
    "X moves first. The walls of the cave, columns A and H, are magnets, and so is\n"
    "every brick. A brick may go on an empty cell in a wall column or directly\n"
    "left or right of another brick of either player. Five or more bricks of one\n"
    "player in a line, along a row, a column or a diagonal, win; a full cave\n"
    "without such a line is a draw.\n";

/// All settings and their ranges.
SettingTable settings() {
    return {
        {"max_plies", "plies after which the game is a draw; the board has as many cells as the default", 1,
         longest_game, "64"},
        position_setting_of("position to begin from: 8 rows and who moves"),
    };
}

/// Fills in the defaults. Throws UserError if the position is invalid.
void complete(SettingValues& values) {
    values.set_default("max_plies", Config().max_plies);
    complete_position(values, [](const FileText& file) { return text_of(read_position(file)); });
}

/// Requires: `values` have been completed.
Config config_of(const SettingValues& values) {
    Config config;
    config.max_plies = static_cast<int>(values.get("max_plies"));
    const FileText& position = values.file(position_setting);
    if (!position.text.empty()) config.position = read_position(position);
    return config;
}

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return std::make_unique<BoardOf<MagneticCave>>(name, MagneticCave(config_of(values)), seed);
}

}  // namespace

GameInfo game() {
    return {name,
            "build out from the walls of a cave; five bricks in a line win",
            settings(),
            complete,
            make_board,
            rules_in_short,
            std::chrono::seconds(3)};
}

}  // namespace games::magnetic_cave

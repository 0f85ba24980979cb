// The entry of Magnetize in the catalogue: its settings, and the creation of a match.
#include <algorithm>
#include <memory>
#include <string>

#include "games/board_of.hpp"
#include "games/catalogue.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/view.hpp"
#include "games/magnetize/wire.hpp"
#include "games/user_error.hpp"
#include "games/written_position.hpp"

namespace games::magnetize {

namespace {

constexpr const char* name = "magnetize";

constexpr const char* rules_in_short =
    "Black (*) moves first. In a turn a player drops a piece into a column, or\n"
    "turns on its own magnet: it drags all pieces of its colour along their rows,\n"
    "black ones to the left and white ones (o) to the right, and holds them there.\n"
    "Its owner then loses the next turns (maglock). When it goes off, its pieces\n"
    "fall. A square of one colour wins, whoever moved; squares of both colours at\n"
    "once are a draw, and so is a full board without a square.\n";

Config numbers_of(const SettingValues& values) {
    const auto number = [&](const char* setting) { return static_cast<int>(values.get(setting)); };
    return Config{number("height"), number("width"), number("square"), number("maglock"), number("max_plies")};
}

/// Takes the size of the board from the position, if there is one.
void complete_size(SettingValues& values) {
    complete_position(values, [&](const FileText& file) {
        const Position position = read_position(file);
        agree_with_position(values, "height", static_cast<int>(position.rows.size()), file);
        agree_with_position(values, "width", static_cast<int>(position.rows.front().size()), file);
        return text_of(position);
    });
}

/// All settings and their ranges.
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

/// Fills in the defaults. Throws UserError if the values contradict each other.
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

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

Config config_of(const SettingValues& values) {
    Config config = numbers_of(values);
    const FileText& position = values.file(position_setting);
    if (!position.text.empty()) config.position = read_position(position);
    return config;
}

GameInfo game() {
    return {.name = name,
            .summary = "drop pieces, or pull your own with a magnet; a square of one colour wins",
            .settings = settings(),
            .complete = complete,
            .make_board = make_board,
            .rules = rules_in_short,
            .trial = "height=6,width=7,square=3"};
}

}  // namespace games::magnetize

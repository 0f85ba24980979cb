// The entry of CLUSTER in the catalogue: its settings, and the creation of a match.
#include <memory>
#include <string>

#include "games/board_of.hpp"
#include "games/catalogue.hpp"
#include "games/cluster/rules.hpp"
#include "games/cluster/view.hpp"
#include "games/cluster/wire.hpp"
#include "games/user_error.hpp"
#include "games/written_position.hpp"

namespace games::cluster {

namespace {

constexpr const char* name = "cluster";

constexpr const char* rules_in_short =
    "Each player has a bag with pellets of two colours: player 0 a and c, player 1\n"
    "b and d. A turn begins with two pellets drawn from it by chance. PLACE drops\n"
    "one of them into a column that is not full, and the other goes back; ROTATE\n"
    "turns gravity by 1 to 5 sixths, all pellets fall again, and the two are lost.\n"
    "After each move a straight run of `connect` pellets of one colour wins,\n"
    "whoever moved. If both players have one, the longer run wins. If they are\n"
    "equally long, the one whose colour has more pellets on the board wins;\n"
    "otherwise it is a draw. A player whose bag is empty loses.\n";

Config numbers_of(const SettingValues& values) {
    const auto number = [&](const char* setting) { return static_cast<int>(values.get(setting)); };
    return Config{number("side"), number("connect"), number("max_plies")};
}

/// Takes the size of the board from the position, if there is one.
void complete_side(SettingValues& values) {
    complete_position(values, [&](const FileText& file) {
        const Position position = read_position(file);
        agree_with_position(values, "side", position.side(), file);
        return text_of(position);
    });
}

/// All settings and their ranges.
SettingTable settings() {
    return {
        {"side", "cells along each side of the hexagon", min_side, max_side, "6"},
        {"connect", "length of the run that wins, at most 2 x side - 1", 2, column_count(max_side), "4"},
        {"max_plies", "plies after which the game is a draw", 1, 100000, "40000"},
        position_setting_of("position to begin from; it says the side"),
    };
}

/// Fills in the defaults. Throws UserError if the values contradict each other.
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
            .summary = "drop pellets of two colours into a hexagon, or turn it; a straight run of one colour wins",
            .settings = settings(),
            .complete = complete,
            .make_board = make_board,
            .rules = rules_in_short,
            .trial = "side=4,connect=4"};
}

}  // namespace games::cluster

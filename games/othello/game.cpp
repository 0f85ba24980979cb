// The entry of Othello in the catalogue: its settings, and the creation of a match.
#include <memory>

#include "games/board_of.hpp"
#include "games/catalogue.hpp"
#include "games/othello/notation.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/view.hpp"
#include "games/othello/wire.hpp"
#include "games/written_position.hpp"

namespace games::othello {

namespace {

constexpr const char* name = "othello";

constexpr const char* rules_in_short =
    "Black (B) moves first. A disc goes on an empty cell from which it outflanks a\n"
    "straight line of the opponent's discs: they lie without a gap between it and\n"
    "another disc of its own colour. All outflanked discs turn, in any of the\n"
    "eight directions. A player who can't move has to pass; a player who can move\n"
    "may not pass. When nobody can move, more discs win; equal numbers are a draw.\n";

/// All settings and their ranges.
SettingTable settings() {
    return {
        {"max_plies", "plies after which the game is a draw; no game is longer than the default", 1, longest_game,
         "128"},
        position_setting_of("position to begin from: 64 cells and who moves"),
    };
}

/// Fills in the defaults. Throws UserError if the position is invalid.
void complete(SettingValues& values) {
    values.set_default("max_plies", Config().max_plies);
    complete_position(values, [](const FileText& file) { return text_of(written_position(file)); });
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
    return std::make_unique<BoardOf<Othello>>(name, Othello(config_of(values)), seed);
}

}  // namespace

GameInfo game() {
    GameInfo info{name,       "outflank discs to turn them; the player with more discs in the end wins",
                  settings(), complete,
                  make_board, rules_in_short};
    info.notations = {own_line, is_game, ggf_of};
    return info;
}

}  // namespace games::othello

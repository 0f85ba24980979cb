// The entry of fitz in the catalogue: its settings, and the creation of a match.
#include <memory>
#include <string>

#include "games/board_of.hpp"
#include "games/catalogue.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/view.hpp"
#include "games/fitz/wire.hpp"
#include "games/written_position.hpp"

namespace games::fitz {

namespace {

constexpr const char* name = "fitz";

constexpr const char* rules_in_short =
    "Player 0 (*) moves first; a saved position says who continues. Tiles of 5 x 5\n"
    "cells come in the order of their file, over and over, one a turn. A move is\n"
    "'row column rotation': the tile, turned clockwise by 0, 90, 180 or 270\n"
    "degrees, is laid down with its middle on that cell. The middle may be off the\n"
    "board, but each filled cell has to land on an empty cell of the board. A\n"
    "player who has no place for the tile loses.\n";

/// Returns the number of tiles.
std::size_t complete_tiles(SettingValues& values) {
    values.set_default_file("tiles", {std::string(builtin), std::string(builtin_text())});
    const FileText& file = values.file("tiles");
    const auto tiles = read_tiles(file);
    FileText canonical{file.source, text_of(tiles)};
    if (canonical.text == builtin_text()) canonical.source = builtin;
    values.set_file("tiles", std::move(canonical));
    return tiles.size();
}

void complete_save(SettingValues& values, std::size_t tiles) {
    values.set_default_file("save", {std::string(no_position), ""});
    const FileText file = values.file("save");
    if (file.source == no_position && file.text.empty()) return;
    const SavedPosition position = read_position(file);
    check_next_tile(file, position, tiles);
    agree_with_position(values, "height", position.height, file);
    agree_with_position(values, "width", position.width, file);
    values.set_file("save", {file.source, text_of(position)});
}

/// All settings and their ranges.
SettingTable settings() {
    return {
        {"height", "rows of the board", 1, max_side, "10"},
        {"width", "columns of the board", 1, max_side, "10"},
        {.name = "tiles",
         .meaning = "file of the tiles; 'referee games fitz:tiles=FILE' shows them",
         .fallback = std::string(builtin),
         .kind = Setting::Kind::file,
         .show = show_tiles},
        {.name = "save",
         .meaning = "position to begin from, or its file; it says height and width",
         .fallback = std::string(no_position),
         .kind = Setting::Kind::position},
        {"max_plies", "plies after which the game is a draw", 1, longest_game, "cells + 1"},
    };
}

/// Fills in the defaults and brings the files into their canonical form. Throws UserError if a file is invalid or the
/// values contradict each other.
void complete(SettingValues& values) {
    const Config fallback;
    complete_save(values, complete_tiles(values));
    values.set_default("height", fallback.height);
    values.set_default("width", fallback.width);
    values.set_default("max_plies", values.get("height") * values.get("width") + 1);
}

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

Config config_of(const SettingValues& values) {
    const auto number = [&](const char* setting) { return static_cast<int>(values.get(setting)); };
    Config config{number("height"), number("width"), read_tiles(values.file("tiles")), {}, number("max_plies")};
    if (!values.file("save").text.empty()) config.saved = read_position(values.file("save"));
    return config;
}

GameInfo game() {
    return {.name = name,
            .summary = "place the tiles of a file in turn; who can't place the next one loses",
            .settings = settings(),
            .complete = complete,
            .make_board = make_board,
            .rules = rules_in_short,
            .trial = "height=7,width=9"};
}

}  // namespace games::fitz

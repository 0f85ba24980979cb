#include "games/fitz/config.hpp"

#include <string>

#include "games/fitz/tile_file.hpp"
#include "games/written_position.hpp"

namespace games::fitz {

namespace {

/// Returns how many tiles there are.
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

}  // namespace

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

void complete(SettingValues& values) {
    const Config fallback;
    complete_save(values, complete_tiles(values));
    values.set_default("height", fallback.height);
    values.set_default("width", fallback.width);
    values.set_default("max_plies", values.get("height") * values.get("width") + 1);
}

Config config_of(const SettingValues& values) {
    const auto number = [&](const char* name) { return static_cast<int>(values.get(name)); };
    Config config{number("height"), number("width"), read_tiles(values.file("tiles")), {}, number("max_plies")};
    if (!values.file("save").text.empty()) config.saved = read_position(values.file("save"));
    return config;
}

}  // namespace games::fitz

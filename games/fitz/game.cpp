#include "games/fitz/game.hpp"

#include "games/board_of.hpp"
#include "games/fitz/config.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/text.hpp"
#include "games/fitz/view.hpp"

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

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

GameInfo game() {
    return {name,       "place the tiles of a file in turn; who can't place the next one loses",
            settings(), complete,
            make_board, rules_in_short,
            {},         "height=7,width=9"};
}

}  // namespace games::fitz

#include "games/magnetic_cave/game.hpp"

#include "games/board_of.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/text.hpp"
#include "games/magnetic_cave/view.hpp"

namespace games::magnetic_cave {

namespace {

constexpr const char* name = "magnetic_cave";

constexpr const char* rules_in_short =
    "X moves first. The walls of the cave, columns A and H, are magnets, and so is\n"
    "every brick. A brick holds on an empty cell in a wall column or directly left\n"
    "or right of another brick of either player. Five or more bricks of one player\n"
    "in a line, along a row, a column or a diagonal, win; a full cave without such\n"
    "a line is a draw.\n";

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

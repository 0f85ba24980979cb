#include "games/othello/game.hpp"

#include "games/board_of.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/text.hpp"
#include "games/othello/view.hpp"

namespace games::othello {

namespace {

constexpr const char* name = "othello";

constexpr const char* rules_in_short =
    "Black (B) moves first. A disc goes on an empty cell from which it outflanks a\n"
    "straight line of the opponent's discs: they lie without a gap between it and\n"
    "another disc of its own colour. All outflanked discs turn, in any of the\n"
    "eight directions. A player who can't move has to pass; a player who can move\n"
    "may not pass. When nobody can move, more discs win; equal numbers are a draw.\n";

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return std::make_unique<BoardOf<Othello>>(name, Othello(config_of(values)), seed);
}

}  // namespace

GameInfo game() {
    return {name,       "outflank discs to turn them; the player with more discs in the end wins",
            settings(), complete,
            make_board, rules_in_short};
}

}  // namespace games::othello

#include "games/othello/game.hpp"

#include "games/board_of.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/text.hpp"
#include "games/othello/view.hpp"

namespace games::othello {

namespace {

constexpr std::string_view name = "othello";

constexpr std::string_view rules_in_short =
    "Black (B) moves first. A disc goes on an empty cell from which it outflanks\n"
    "a straight line of the other's discs: they lie without a gap between it and\n"
    "another disc of one's own. All discs outflanked, in any of the eight\n"
    "directions, turn. Who can't move has to pass, and who can may not. When\n"
    "nobody can move, more discs win; as many are a draw.\n";

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return std::make_unique<BoardOf<Othello>>(name, Othello(config_of(values)), seed);
}

}  // namespace

GameInfo game() {
    return {name,       "outflank discs to turn them; who has more in the end wins",
            settings(), complete,
            make_board, rules_in_short};
}

}  // namespace games::othello

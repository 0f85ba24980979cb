#include "games/magnetize/game.hpp"

#include "games/board_of.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/text.hpp"
#include "games/magnetize/view.hpp"

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

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

GameInfo game() {
    return {name,       "drop pieces, or pull your own with a magnet; a square of one colour wins",
            settings(), complete,
            make_board, rules_in_short,
            {},         "height=6,width=7,square=3"};
}

}  // namespace games::magnetize

#include "games/magnetize/game.hpp"

#include "games/board_of.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/text.hpp"
#include "games/magnetize/view.hpp"

namespace games::magnetize {

namespace {

constexpr std::string_view name = "magnetize";

constexpr std::string_view rules_in_short =
    "Black (*) moves first. A turn is a piece dropped into a column, or turning\n"
    "one's magnet on: it drags all of one's pieces along their rows, black's to\n"
    "the left and white's (o) to the right, and holds them there, at the price of\n"
    "the next turns (maglock). When it goes off, its pieces fall. A square of one\n"
    "colour wins, whoever moved; squares of both at once are a draw, and so is a\n"
    "full board without one.\n";

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

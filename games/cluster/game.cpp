#include "games/cluster/game.hpp"

#include "games/board_of.hpp"
#include "games/cluster/rules.hpp"
#include "games/cluster/text.hpp"
#include "games/cluster/view.hpp"

namespace games::cluster {

namespace {

constexpr std::string_view name = "cluster";

constexpr std::string_view rules_in_short =
    "Each player has pellets of two colours: player 0 a and c, player 1 b and d. At\n"
    "the start of a turn up to two are drawn by chance from one's bag. PLACE drops\n"
    "one of them into a column that is not full, the other goes back; ROTATE turns\n"
    "gravity by 1 to 5 sixths, all pellets fall anew, and those drawn are lost. After\n"
    "every move a straight run of four or more of one colour wins, whoever made it;\n"
    "if both players have one, the longer run, then the colour with more pellets on\n"
    "the board; if that is equal, too, it is a draw. An empty bag loses.\n";

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

GameInfo game() {
    return {name,       "drop pellets of two colours into a hexagon, or turn it; a straight run of one colour wins",
            settings(), complete,
            make_board, rules_in_short};
}

}  // namespace games::cluster

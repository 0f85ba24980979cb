#include "games/cluster/game.hpp"

#include "games/board_of.hpp"
#include "games/cluster/rules.hpp"
#include "games/cluster/text.hpp"
#include "games/cluster/view.hpp"

namespace games::cluster {

namespace {

constexpr const char* name = "cluster";

constexpr const char* rules_in_short =
    "Each player has a bag with pellets of two colours: player 0 a and c, player 1\n"
    "b and d. A turn begins with two pellets drawn from it by chance. PLACE drops\n"
    "one of them into a column that is not full, and the other goes back; ROTATE\n"
    "turns gravity by 1 to 5 sixths, all pellets fall again, and the two are lost.\n"
    "After each move a straight run of `connect` pellets of one colour wins,\n"
    "whoever moved. If both players have one, the longer run wins. If they are\n"
    "equally long, the one whose colour has more pellets on the board wins;\n"
    "otherwise it is a draw. A player whose bag is empty loses.\n";

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

GameInfo game() {
    return {name,       "drop pellets of two colours into a hexagon, or turn it; a straight run of one colour wins",
            settings(), complete,
            make_board, rules_in_short,
            {},         "side=4,connect=4"};
}

}  // namespace games::cluster

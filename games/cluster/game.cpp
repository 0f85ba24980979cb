#include "games/cluster/game.hpp"

#include "games/board_of.hpp"
#include "games/cluster/rules.hpp"
#include "games/cluster/text.hpp"
#include "games/cluster/view.hpp"

namespace games::cluster {

namespace {

constexpr std::string_view name = "cluster";

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

GameInfo game() {
    return {name, "drop pellets of two colours into a hexagon, or turn it; a straight run of one colour wins", settings(),
            complete, make_board};
}

}  // namespace games::cluster

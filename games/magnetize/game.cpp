#include "games/magnetize/game.hpp"

#include "games/board_of.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/text.hpp"
#include "games/magnetize/view.hpp"

namespace games::magnetize {

namespace {

constexpr std::string_view name = "magnetize";

std::unique_ptr<Board> make_board(const SettingValues& values, std::uint64_t seed) {
    return with_rules(config_of(values), [seed](auto rules) -> std::unique_ptr<Board> {
        return std::make_unique<BoardOf<decltype(rules)>>(name, std::move(rules), seed);
    });
}

}  // namespace

GameInfo game() {
    return {name, "drop pieces, or pull your own with a magnet; a square of one colour wins", settings(), complete,
            make_board};
}

}  // namespace games::magnetize

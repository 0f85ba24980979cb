#include "games/catalogue.hpp"

#include <array>
#include <string>
#include <vector>

#include "games/cluster/game.hpp"
#include "games/fitz/game.hpp"
#include "games/magnetic_cave/game.hpp"
#include "games/magnetize/game.hpp"
#include "games/othello/game.hpp"
#include "games/suggestion.hpp"
#include "games/user_error.hpp"

namespace games {

std::span<const GameInfo> catalogue() {
    static const std::array games = {magnetize::game(), cluster::game(), othello::game(), magnetic_cave::game(),
                                     fitz::game()};
    return games;
}

const GameInfo& find_game(std::string_view name) {
    std::vector<std::string_view> names;
    for (const GameInfo& game : catalogue()) {
        if (game.name == name) return game;
        names.push_back(game.name);
    }
    throw UserError("unknown game '" + std::string(name) + "'" + did_you_mean(name, names));
}

}  // namespace games

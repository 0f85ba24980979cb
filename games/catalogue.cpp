#include "games/catalogue.hpp"

#include <string>
#include <vector>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"

namespace games {

const GameInfo& find_game(std::string_view name) {
    std::vector<std::string_view> names;
    for (const GameInfo& game : catalogue()) {
        if (game.name == name) return game;
        names.push_back(game.name);
    }
    throw UserError("unknown game '" + std::string(name) + "'" + did_you_mean(name, names));
}

}  // namespace games

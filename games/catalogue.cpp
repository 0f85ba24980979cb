#include "games/catalogue.hpp"

#include <vector>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"

namespace games {

std::shared_ptr<const GameInfo> find_game(std::string_view name) {
    std::vector<std::string_view> names;
    for (const auto& game : catalogue()) {
        if (game->name == name) return game;
        names.push_back(game->name);
    }
    throw UserError("unknown game '" + std::string(name) + "'" + did_you_mean(name, names));
}

}  // namespace games

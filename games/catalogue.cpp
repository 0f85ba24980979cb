#include "games/catalogue.hpp"

#include <algorithm>
#include <vector>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"

namespace games {

bool is_built_in(std::string_view name) {
    return std::ranges::any_of(catalogue(), [&](const auto& game) { return game->name == name; });
}

std::shared_ptr<const GameInfo> find_game(std::string_view name) {
    std::vector<std::string_view> names;
    for (const auto& game : catalogue()) {
        if (game->name == name) return game;
        names.push_back(game->name);
    }
    throw UserError("unknown game '" + std::string(name) + "'" + did_you_mean(name, names));
}

}  // namespace games

// `referee games`: tells which games there are, with their settings.
#include <fmt/format.h>

#include "games/catalogue.hpp"
#include "games/spec.hpp"
#include "referee/commands.hpp"
#include "referee/output.hpp"

namespace referee {

namespace {

void print_game(const games::GameInfo& game) {
    print(fmt::format("{}: {}\n", coloured(Colour::bold, game.name), game.summary));
    for (const auto& setting : game.settings) {
        print(fmt::format("  {:<10} {}..{}, default {}: {}\n", setting.name, setting.min, setting.max, setting.fallback,
                          setting.meaning));
    }
    print(fmt::format("  --game {}\n", to_string(games::parse_spec(game.name))));
}

}  // namespace

int run_games(const GamesOptions& options) {
    if (!options.name.empty()) {
        print_game(games::find_game(options.name));
    } else {
        for (const auto& game : games::catalogue()) print_game(game);
    }
    return exit_done;
}

}  // namespace referee

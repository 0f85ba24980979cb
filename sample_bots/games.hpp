// The games that the sample bots play. Reads a setup block and makes the rules from it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "games/fitz/rules.hpp"
#include "games/fitz/tiles.hpp"
#include "games/fitz/view.hpp"
#include "games/fitz/wire.hpp"
#include "games/game.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/wire.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/wire.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "sample_bots/cluster_frame.hpp"
#include "sample_bots/evaluate_cluster.hpp"
#include "sample_bots/evaluate_fitz.hpp"
#include "sample_bots/evaluate_magnetic_cave.hpp"
#include "sample_bots/evaluate_magnetize.hpp"
#include "sample_bots/evaluate_othello.hpp"
#include "sample_bots/wire.hpp"

namespace sample_bots {

/// Throws Nonsense unless min <= value <= max.
inline int within(std::string_view what, std::int64_t value, int min, int max) {
    if (value >= min && value <= max) return static_cast<int>(value);
    throw Nonsense(std::string(what) + " " + std::to_string(value) + " is out of range");
}

/// Reads magnetize's settings line and calls `use` with the rules.
template <class Use>
void with_magnetize(Wire& wire, Use&& use) {
    namespace magnetize = games::magnetize;
    const auto [height, width, square, maglock] = wire.numbers<4>();
    magnetize::Config config;
    config.height = within("height", height, 2, magnetize::max_side);
    config.width = within("width", width, 2, magnetize::max_side);
    config.square = within("square", square, 2, std::min(config.height, config.width));
    config.maglock = within("maglock", maglock, 1, 1000);
    config.max_plies = 100'000;  // the referee enforces the limit and does not send it
    magnetize::with_rules(config, use);
}

/// Reads fitz's settings line and tiles, and calls `use` with the rules. The setup does not include a saved position.
/// The first turn block shows where the match begins.
template <class Use>
void with_fitz(Wire& wire, Use&& use) {
    namespace fitz = games::fitz;
    const auto [height, width, tiles] = wire.numbers<3>();
    fitz::Config config;
    config.height = within("height", height, 1, fitz::max_side);
    config.width = within("width", width, 1, fitz::max_side);
    config.max_plies = fitz::longest_game;  // the referee enforces the limit and does not send it
    std::string text;
    for (int row = 0; row < fitz::tile_side * within("number of tiles", tiles, 1, 1'000'000); ++row) {
        if (row > 0 && row % fitz::tile_side == 0) text += '\n';
        text.append(wire.line()) += '\n';
    }
    try {
        config.tiles = fitz::read_tiles({"of the setup", text});
    } catch (const games::UserError& error) {
        throw Nonsense(error.what());
    }
    fitz::with_rules(config, use);
}

/// Reads the settings line of a game that is only played on 8 x 8 boards.
inline void expect_eight_by_eight(Wire& wire) {
    const auto [height, width] = wire.numbers<2>();
    within("height", height, 8, 8);
    within("width", width, 8, 8);
}

/// Reads a setup block and calls `use(rules, you)`. The setup of CLUSTER begins with a number. The setup of every other
/// game begins with the game's name. Throws Nonsense if the game is unknown.
template <class Use>
void with_game(Wire& wire, Use&& use) {
    const std::string title(wire.line());
    const auto cells = games::whole_number(title);
    const std::string_view name = cells ? "cluster" : std::string_view(title).substr(0, title.find(' '));
    const char* told = std::getenv("REFEREE_GAME");
    if (told && name != told) throw Nonsense("REFEREE_GAME is '" + std::string(told) + "', the setup '" + title + "'");
    if (cells) return with_cluster(wire, *cells, use);
    if (title.substr(name.size()) != " 1") throw Nonsense("'" + title + "' is no game and version known here");
    const games::Side you = games::side_of(within("player", wire.number(), 0, 1));
    const auto use_rules = [&](const auto& rules) { use(rules, you); };
    if (name == "magnetize") return with_magnetize(wire, use_rules);
    if (name == "fitz") return with_fitz(wire, use_rules);
    if (name == "othello") {
        expect_eight_by_eight(wire);
        return use_rules(games::othello::Othello({}));
    }
    if (name == "magnetic_cave") {
        expect_eight_by_eight(wire);
        return use_rules(games::magnetic_cave::MagneticCave({}));
    }
    throw Nonsense("'" + title + "' is no game and version known here");
}

}  // namespace sample_bots

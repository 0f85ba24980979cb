// A game with its settings as one string, such as "magnetize:height=6,width=7".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "games/catalogue.hpp"

namespace games {

/// Which game is played, and with what settings: everything but the seed that a match needs.
struct GameSpec {
    const GameInfo* game;  ///< in the catalogue
    SettingValues values;  ///< completed

    std::unique_ptr<Board> make_board(std::uint64_t seed) const { return game->make_board(values, seed); }
    friend bool operator==(const GameSpec&, const GameSpec&) = default;
};

/// Reads `name` or `name:setting=value,...`; settings not named, and files set to the word that stands for their
/// default, get their defaults. `read_file` is called for files, and may be empty if there are none. Throws
/// UserError.
GameSpec parse_spec(std::string_view text, const FileReader& read_file = {});

/// The canonical form: every setting by name, in the order of the game's table. parse_spec gives the same spec again.
std::string to_string(const GameSpec& spec);

}  // namespace games

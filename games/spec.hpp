// A game with its settings as one string, such as "magnetize:height=6,width=7".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "games/catalogue.hpp"

namespace games {

/// A game and its settings: everything but the seed that a match needs. It keeps the game's description alive.
struct GameSpec {
    /// A game whose settings have no values yet. Requires: `which` is not null.
    explicit GameSpec(std::shared_ptr<const GameInfo> which)
        : game(std::move(which)), values(std::shared_ptr<const SettingTable>(game, &game->settings)) {}

    std::shared_ptr<const GameInfo> game;  ///< not null
    SettingValues values;                  ///< completed, once the spec has been read

    std::unique_ptr<Board> make_board(std::uint64_t seed) const { return game->make_board(values, seed); }
    /// Whether both are the same game, which is known by its name, with the same values.
    friend bool operator==(const GameSpec& a, const GameSpec& b) {
        return a.game->name == b.game->name && a.values == b.values;
    }
};

/// Reads the name of a built-in game, or `name:setting=value,...`; the rest is as with parse_settings().
GameSpec parse_spec(std::string_view text, const FileReader& read_file = {}, std::string_view position = {});

/// Reads `setting=value,...` for a game; settings not named, and files set to the word that stands for their default,
/// get their defaults. Empty: all of them. `read_file` is called for files, and may be empty if there are none. A
/// position is the path of a file or, if no such file can be read and there is a space in it, written out. `position`:
/// one that is given beside the text; empty: none. Throws UserError, also for a position in which the game is over.
/// Requires: `game` is not null.
GameSpec parse_settings(std::shared_ptr<const GameInfo> game, std::string_view settings,
                        const FileReader& read_file = {}, std::string_view position = {});

/// The setting that says from which position a game begins, or null if the game has none. Valid as long as the game.
const Setting* setting_of_position(const GameInfo& game);

/// The same game from another position, which is written out or, with `read_file`, in a file. Throws UserError if there
/// is no such position, or the game is over there.
GameSpec with_position(const GameSpec& spec, std::string_view position, const FileReader& read_file = {});

/// The canonical form: every setting by name, in the order of the game's table, but for a position that is not given.
/// parse_spec gives the same spec again, as long as files are what they were.
std::string to_string(const GameSpec& spec);

/// The same for a line that people read: positions are not written out.
std::string headline_of(const GameSpec& spec);

}  // namespace games

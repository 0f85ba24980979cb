// A game with its settings as one string, such as "magnetize:height=6,width=7".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "games/catalogue.hpp"

namespace games {

/// A game and its settings: everything that a match needs except the seed. It keeps the game's description alive.
struct GameSpec {
    /// Creates a game whose settings have no values yet. Requires: `which` is not null.
    explicit GameSpec(std::shared_ptr<const GameInfo> which)
        : game(std::move(which)), values(std::shared_ptr<const SettingTable>(game, &game->settings)) {}

    std::shared_ptr<const GameInfo> game;  ///< not null
    SettingValues values;                  ///< completed after the spec has been read

    /// Boards that wait for a program give up when this descriptor becomes readable. -1: they never do.
    int stop_fd = -1;

    std::unique_ptr<Board> make_board(std::uint64_t seed) const {
        return stop_fd >= 0 && game->make_stoppable_board ? game->make_stoppable_board(values, seed, stop_fd)
                                                          : game->make_board(values, seed);
    }
    /// Whether both are the same game, by name, with the same values.
    friend bool operator==(const GameSpec& a, const GameSpec& b) {
        return a.game->name == b.game->name && a.values == b.values;
    }
};

/// Reads the name of a built-in game, or `name:setting=value,...`. The other parameters are those of parse_settings().
GameSpec parse_spec(std::string_view text, const FileReader& read_file = {}, std::string_view position = {});

/// Reads `setting=value,...` for a game. Settings that are missing, and files whose value is the word for the default,
/// get their defaults. If `settings` is empty, all settings do. `read_file` reads files, and may be empty if no files
/// can be read. A position is the path of a file. If no such file can be read, the value is the position itself,
/// provided that it contains a space or looks like rows of cells. `position` is a position that is given separately;
/// empty if there is none. Throws UserError if a value is invalid, or if the game is over in the position. Requires:
/// `game` is not null.
GameSpec parse_settings(std::shared_ptr<const GameInfo> game, std::string_view settings,
                        const FileReader& read_file = {}, std::string_view position = {});

/// The setting for the position in which a game begins, or null if the game has none. Valid as long as the game.
const Setting* setting_of_position(const GameInfo& game);

/// Returns the same game from another position, given as text or, with `read_file`, also as the path of a file. Throws
/// UserError if the position is invalid or if the game is over there.
GameSpec with_position(const GameSpec& spec, std::string_view position, const FileReader& read_file = {});

/// The canonical form: every setting by name, in the order of the game's table. A position that was not given is
/// omitted. parse_spec reads the same spec again, provided that the files have not changed.
std::string to_string(const GameSpec& spec);

/// The name in the text of a game: "magnetize" in "magnetize:width=7".
std::string_view name_in(std::string_view text);
/// The text of a game with the path of its rules in place of the name: "./four.py:width=7".
std::string with_program(std::string_view text, std::string_view program);

/// The text for --game on this machine: the canonical form, in which the path of the rules takes the place of the name
/// if they are a program.
std::string option_text(const GameSpec& spec);

/// The canonical form for display, with "..." in place of a position that was given as text.
std::string headline_of(const GameSpec& spec);

}  // namespace games

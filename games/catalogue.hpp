// The description of a game for the rest of the program, and the list of the built-in games.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/board.hpp"
#include "games/notations.hpp"
#include "games/settings.hpp"

namespace games {

/// The description of a game for the rest of the program. It owns all its data, so that a game can also be described at
/// run time. Games with different rules have different names.
struct GameInfo {
    std::string name;
    std::string summary;  ///< one line
    SettingTable settings;
    /// Fills in the defaults. Throws UserError if the values contradict each other.
    std::function<void(SettingValues& values)> complete;
    /// Starts a match. `seed` seeds the game's own randomness, if it has any: the same values, seed and moves give the
    /// same match. The board may outlive this description. Requires: `values` have been completed.
    std::function<std::unique_ptr<Board>(const SettingValues& values, std::uint64_t seed)> make_board;
    /// A summary of the rules: a few lines, each ended by a newline.
    std::string rules = {};
    /// The traditional time limit for a move, if the game has one.
    std::optional<std::chrono::seconds> traditional_time = {};
    /// For a game of one's own: the JSON object that logs keep in `game.rules`. Empty for a built-in game. If it is
    /// set, the frames are written while the match is played, because a second run of the rules would cost their time
    /// again.
    std::string record = {};
    /// For a game of one's own that can be played: the path of its rules as it was given, and the real paths of their
    /// files, which no bot may see. Empty for a built-in or logged game.
    std::string program = {};
    std::vector<std::string> secrets = {};
    /// Whether each player sees only a part of the position (Board::has_secrets()).
    bool has_secrets = false;
    /// Settings other than the defaults that a bot's author should also try, such as "width=7,height=6". Empty if there
    /// are none.
    std::string trial = {};
    /// For a game of one's own that can be played: like make_board, but the board gives up waiting for its rules when
    /// the descriptor `stop_fd` becomes readable. Its creation and play() then throw Abandoned. Empty for other games.
    std::function<std::unique_ptr<Board>(const SettingValues& values, std::uint64_t seed, int stop_fd)>
        make_stoppable_board = {};
    Notations notations = {};
};

/// The built-in games, in the order of catalogue.txt. The first one is the main game.
std::span<const std::shared_ptr<const GameInfo>> catalogue();

/// Whether a built-in game has this name.
bool is_built_in(std::string_view name);

/// Returns the built-in game with this name. Throws UserError, with a suggestion, if there is none.
std::shared_ptr<const GameInfo> find_game(std::string_view name);

}  // namespace games

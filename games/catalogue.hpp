// A game's description for the rest of the program, and the list of the games that are built in.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/board.hpp"
#include "games/settings.hpp"

namespace games {

/// The description of a game for the rest of the program. It is a value that owns all it says, so that a game can also
/// be described while the program runs. Games of different rules have different names.
struct GameInfo {
    std::string name;
    std::string summary;  ///< one line
    SettingTable settings;
    /// Fills in the defaults. Throws UserError if values don't fit together.
    std::function<void(SettingValues& values)> complete;
    /// Starts a match. `seed` feeds the game's own chance, if it has any: the same values and seed and moves give the
    /// same match. The board may outlive the description. Requires: `values` have been completed.
    std::function<std::unique_ptr<Board>(const SettingValues& values, std::uint64_t seed)> make_board;
    /// The rules in short: a few lines, each ended by a newline.
    std::string rules = {};
    /// The traditional time limit of a move, if the game has one.
    std::optional<std::chrono::seconds> traditional_time = {};
    /// Settings unlike the defaults, with which a bot's author should try it: "width=7,height=6". Empty: there are
    /// none.
    std::string trial = {};
};

/// The games that are built in, the main one first: those of catalogue.txt.
std::span<const std::shared_ptr<const GameInfo>> catalogue();

/// The built-in game of this name. Throws UserError, with a suggestion, if there is none.
std::shared_ptr<const GameInfo> find_game(std::string_view name);

}  // namespace games

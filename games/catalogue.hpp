// The list of games, each with its description for the rest of the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "games/board.hpp"
#include "games/settings.hpp"

namespace games {

/// The description of a game for the rest of the program.
struct GameInfo {
    std::string_view name;
    std::string_view summary;  ///< one line
    std::span<const Setting> settings;
    /// Fills in the defaults. Throws UserError if values don't fit together.
    void (*complete)(SettingValues& values);
    /// Starts a match. `seed` feeds the game's own chance, if it has any: the same values and seed and moves give the
    /// same match. Requires: `values` have been completed.
    std::unique_ptr<Board> (*make_board)(const SettingValues& values, std::uint64_t seed);
    /// The rules in short: a few lines, each ended by a newline.
    std::string_view rules = {};
    /// The traditional time limit of a move, if the game has one.
    std::optional<std::chrono::seconds> traditional_time = {};
    /// Settings unlike the defaults, with which a bot's author should try it: "width=7,height=6". Empty: there are
    /// none.
    std::string_view trial = {};
};

/// All games, the main one first: those of catalogue.txt.
std::span<const GameInfo> catalogue();

/// Throws UserError, with a suggestion, where there is no game of this name.
const GameInfo& find_game(std::string_view name);

}  // namespace games

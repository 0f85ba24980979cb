// The sample bots as opponents of people: what each is like, and how strong.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/bot_command.hpp"

namespace referee::serve {

/// A sample bot, and in a few words what it is like to play against it.
struct Opponent {
    std::string_view name;  ///< its file name
    std::string_view about;
};

/// The strength of a sample bot at a game with its usual settings, by the tables of docs/bots.md.
struct OpponentRating {
    std::string_view game;
    std::string_view bot;
    int row = 1;           ///< its row in the table of the game; 1 is the strongest
    std::string_view elo;  ///< "+180"; "<-474" if it has lost all games, and ">+474" if it has won them
};

/// The sample bots that play against people if no bots are named. The first one is a good start.
[[nodiscard]] std::span<const Opponent> usual_opponents(bool of_own_game);

/// The sample bot that this command starts; null if it starts another bot, or if it has arguments, which may change how
/// the bot plays.
[[nodiscard]] const Opponent* opponent_of(const BotCommand& command);

/// All ratings for 100 ms a move. CMake takes them from docs/bots.md, where `make ratings` writes them.
[[nodiscard]] const std::vector<OpponentRating>& ratings();

}  // namespace referee::serve

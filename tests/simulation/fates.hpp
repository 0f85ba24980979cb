// The results of a history's games, drawn from hidden strengths. They depend on the game and on nothing else, so that a
// game that is lost in a kill ends in the same way when it is played again.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/ending.hpp"
#include "referee/tournament/paper/store/played_game.hpp"
#include "referee/tournament/run/engine.hpp"

namespace simulation {

/// How often things happen in a history's games, in percent.
struct Luck {
    std::size_t draws = 25;
    std::size_t forfeits = 8;
    std::size_t neither = 2;     ///< no bot can be started: the game has no result
    std::size_t busy = 3;        ///< lost on time while the machine was busy
    std::size_t void_games = 3;  ///< void attempts before the game that counts
    int lines = 0;               ///< the number of different games of two bots; 0: no limit
    double spread = 200;         ///< of the strengths, in Elo
};

/// What is to happen in a game.
struct Fate {
    int winner = -1;  ///< 0 or 1; -1: nobody. Moves decide, so a game by the rules may end otherwise.
    protocol::Ending ending = protocol::Ending::by_rules;
    bool busy = false;
    int void_games = 0;
    std::uint64_t line = 0;  ///< the seed of its moves
};

/// How the bots of a history are called. Both other ways undo themselves if they are used twice.
enum class Names {
    usual,
    reversed,  ///< z for a, y for b
    capital,   ///< A for a: the order of names stays the same
};
/// What a bot is called instead, if its name is a letter and a number, with or without folders before it, and the
/// number of a version behind it.
[[nodiscard]] std::string other_name(const std::string& name, Names names);
/// A word that is typed, or the path of a bot, with other names.
[[nodiscard]] std::string with_other_names(const std::string& word, Names names);

/// The fates of all games of a history. Bots are known by their usual names.
class Fates {
public:
    Fates(std::uint64_t seed, const Luck& luck, Names names) : seed_(seed), luck_(luck), names_(names) {}

    /// `attempt`: how often this game was played before. `file`: the tournament's file.
    [[nodiscard]] Fate of(const std::string& file, const referee::tournament::PlannedGame& game,
                          const std::string& first, const std::string& second, int attempt) const;
    /// The hidden strength of a bot in Elo.
    [[nodiscard]] double strength(const std::string& name) const;

private:
    [[nodiscard]] Fate of_usual(const std::string& file, const referee::tournament::PlannedGame& game,
                                const std::string& first, const std::string& second, int attempt) const;

    std::uint64_t seed_;
    Luck luck_;
    Names names_;
};

/// Plays a game of the rules with random moves so that it ends as its fate says. `number_of_log` makes its log's id.
[[nodiscard]] referee::tournament::PlayedGame play_fate(const Fate& fate, const referee::tournament::PlannedGame& game,
                                                        const referee::tournament::Settings& settings,
                                                        const games::GameSpec& spec,
                                                        const referee::tournament::TournamentHead& head,
                                                        const referee::tournament::OpeningOfGame& opening_of,
                                                        const std::string& started_at, std::uint64_t id);

}  // namespace simulation

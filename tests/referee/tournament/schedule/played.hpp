// Whole tournaments with made-up results, for tests of schedules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "referee/tournament/schedule/schedule.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// The lower and the higher number of two entrants that meet.
using Couple = std::pair<int, int>;

inline Couple couple_of(const PlannedGame& game) {
    return std::minmax(game.first, game.second);
}
inline std::size_t at(int place) {
    return static_cast<std::size_t>(place);
}

FormatSettings settings_of(Format format, int games = 2);

/// The order in which known games get their results.
enum class Completion { in_order, backwards, at_random };

/// A result that depends only on the salt and the game. Even salts give results by strength with some luck, so that
/// scores spread; odd salts give pure chance with many draws.
GameResult made_up(const PlannedGame& game, std::uint64_t salt);

/// Plays a schedule to its end, or to this number of games, and asks it after every result. Checks that known games
/// stay as they were. Returns the results.
FinishedGames play_out(Schedule& schedule, std::uint64_t salt, Completion completion = Completion::at_random,
                       int max_games = 1 << 30);

/// The points of each entrant in half points, without byes.
std::vector<int> points(const std::vector<PlannedGame>& games, const FinishedGames& results, int entrants,
                        int before_round = 1 << 30);

/// The number of games of each couple.
std::map<Couple, int> games_of_couples(const std::vector<PlannedGame>& games);

/// The number of games in which each entrant was first, minus those in which it was second.
std::vector<int> side_balances(const std::vector<PlannedGame>& games, int entrants);

/// Checks the laws of every schedule: dense numbers, pairs with sides swapped that share their start, no game against
/// oneself.
void check_pairs(const std::vector<PlannedGame>& games, int entrants);

}  // namespace tournament_test

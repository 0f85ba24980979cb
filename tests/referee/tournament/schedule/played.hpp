// Whole tournaments with made-up results, for tests of schedules.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/tournament/schedule/schedule.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// In which order the games that are known get their results.
enum class Completion { in_order, backwards, at_random };

/// A result that hangs on the salt and the game alone. Even salts give results by strength with some luck, so that
/// scores spread, odd ones pure chance with many draws.
GameResult made_up(const PlannedGame& game, std::uint64_t salt);

/// Plays a schedule to its end, or to this many games, asking it after every result; checks on the way that what was
/// known stays as it was. Returns the results.
FinishedGames play_out(Schedule& schedule, std::uint64_t salt, Completion completion = Completion::at_random,
                       int most = 1 << 30);

/// The points of each entrant in half points, without byes.
std::vector<int> points(const std::vector<PlannedGame>& games, const FinishedGames& results, int entrants,
                        int before_round = 1 << 30);

/// The number of games in which each was first, minus those in which it was second.
std::vector<int> side_balances(const std::vector<PlannedGame>& games, int entrants);

/// Checks what holds of every schedule: dense numbers, pairs with sides swapped that share their start, no game against
/// oneself.
void check_pairs(const std::vector<PlannedGame>& games, int entrants);

}  // namespace tournament_test

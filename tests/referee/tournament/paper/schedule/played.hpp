// Whole tournaments with made-up results, for tests of schedules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "referee/tournament/paper/schedule/schedule.hpp"

namespace tournament_test {

using namespace referee::tournament;

/// Two entrants that meet: the lower index, then the higher index.
using Couple = std::pair<int, int>;

inline Couple couple_of(const PlannedGame& game) {
    return std::minmax(game.first, game.second);
}
inline std::size_t at(int place) {
    return static_cast<std::size_t>(place);
}

FormatSettings settings_of(Format format, int games = 2);

/// The order in which the planned games get their results.
enum class Completion { in_order, backwards, at_random };

/// A made-up result that depends only on the salt and the game. If the salt is even, strength and some luck decide, so
/// that scores spread. If it is odd, results are random, with many draws.
GameResult made_up(const PlannedGame& game, std::uint64_t salt);

/// Plays a schedule to its end, or up to this number of games. Asks the schedule for games after every result. Checks
/// that games that are already planned do not change. Returns the results.
FinishedGames play_out(Schedule& schedule, std::uint64_t salt, Completion completion = Completion::at_random,
                       int max_games = 1 << 30);

/// The half points of each entrant in the rounds before `before_round`, without byes.
std::vector<int> points(const std::vector<PlannedGame>& games, const FinishedGames& results, int entrants,
                        int before_round = 1 << 30);

/// The number of games of each couple.
std::map<Couple, int> games_of_couples(const std::vector<PlannedGame>& games);

/// For each entrant, the number of games in which it moved first, minus the number of games in which it moved second.
std::vector<int> side_balances(const std::vector<PlannedGame>& games, int entrants);

/// Checks that each pair has the first opening of its pairing's order that was used least when the pair was planned:
/// a pairing's k-th pair has the k-th opening. Pairs that were cancelled then use up none. The order begins again after
/// `listed` openings (0: it has no end). A listed order and that of entrants 0 and 1 begin at opening 0.
void check_openings(const std::vector<PlannedGame>& games, std::span<const Change> changes, int listed = 0);

/// Checks the laws of every schedule: game numbers have no gaps, the games of a pair have swapped sides and the same
/// start, and no entrant plays against itself.
void check_pairs(const std::vector<PlannedGame>& games, int entrants);

}  // namespace tournament_test

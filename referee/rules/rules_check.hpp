// Checks the rules of a game of one's own for their author: plays random games, and compares two processes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "referee/rules/rules_program.hpp"

namespace referee::rules {

/// The results of the games that a check has played.
struct RulesReport {
    int games = 0;
    std::int64_t plies = 0;
    int longest = 0;
    std::int64_t moves = 0;  ///< the sum of the numbers of valid moves
    int won[2] = {0, 0};     ///< by each player
    int drawn = 0;
    double micros_a_ply = 0;  ///< of one process that gets one request after the other
    std::string problem{};    ///< the first problem, in a few lines with the requests that lead to it; empty: none
};

/// Plays `games` random games. Each one is played by a process step by step, with an unfinished game before it, and by
/// a second process that gets all requests at once; both must write the same bytes. At one position of each game, every
/// listed move is tried. Stops at the first problem, or if `stop_fd` becomes readable.
[[nodiscard]] RulesReport check_rules(RulesProgram& program, const games::SettingValues& values, int games,
                                      std::uint64_t seed, int stop_fd);

}  // namespace referee::rules

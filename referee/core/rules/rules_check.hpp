// Checks the rules of a game of one's own for their author: plays random games, and compares two processes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/rules/rules_program.hpp"
#include "referee/core/rules/secrecy.hpp"

namespace referee::rules {

/// The memory of a process that has played all games.
struct RulesMemory {
    std::int64_t bytes = 0;       ///< at the end
    std::int64_t growth = 0;      ///< the bytes by which each further game makes it grow; 0: it does not grow
    std::int64_t games_left = 0;  ///< the number of such games before the limit of memory, if it grows
};

/// The results of the games that a check has played.
struct RulesReport {
    int games = 0;
    std::int64_t plies = 0;
    int longest = 0;
    std::int64_t moves = 0;          ///< the sum of the numbers of valid moves
    std::int64_t turns[2] = {0, 0};  ///< of each player
    int won[2] = {0, 0};             ///< by each player
    int drawn = 0;
    std::map<std::string, int> endings;   ///< the number of games by the word of their ending
    double micros_a_ply = 0;              ///< of one process that gets one request after the other
    std::optional<RulesMemory> memory{};  ///< nothing after very few games, or if the system does not report it
    /// In a game with secrets: what was changed to test them.
    Secrecy secrecy{};
    std::int64_t starts = 0;       ///< the number of positions at which a game has begun again, in a game with starts
    bool takes_any_start = false;  ///< a game has begun from the text `?`
    /// In a game with points: the sum of the differences of the first player's points and the second's, and the number
    /// of games whose winner has fewer points than the loser.
    std::int64_t points = 0;
    int fewer_points_won = 0;
    /// The settings with their minima and maxima, with each of which one more game was played: "height=4".
    std::vector<std::string> settings{};
    std::string problem{};  ///< the first problem, in a few lines with the requests that lead to it; empty: none
    std::string place{};    ///< where the problem was found: "in game 12", "in the game with height=4"
};

/// The state of a running check.
struct RulesProgress {
    std::string_view place;  ///< as in RulesReport
    std::int64_t replies;    ///< the number of replies so far
};
using ShowProgress = std::function<void(const RulesProgress&)>;

/// Plays `games` random games. Each one is played by a process step by step, with an unfinished game before it, and by
/// a twin that gets all requests at once; both must write the same bytes. The twin runs a copy of the program in
/// another folder. At one position of each game, listed moves are tried one by one. Then plays one game with the
/// minimum and one with the maximum of each setting. In a game with secrets, find_leak() follows each game; in one with
/// starts, a game begins from the text of a position, and must go on in the same way. A player who has no turn in many
/// games is a problem, too. Stops at the first problem, or if `stop_fd` becomes readable. Calls `show` before each
/// reply. `isolation`: that of `program`.
[[nodiscard]] RulesReport check_rules(RulesProgram& program, const IsolationOptions& isolation,
                                      const games::SettingValues& values, int games, std::uint64_t seed, int stop_fd,
                                      const ShowProgress& show);

}  // namespace referee::rules

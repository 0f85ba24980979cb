// Decides how the final of an arena is played, and how long it takes. Pure functions of values.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::arena {

/// The format of a final.
struct FinalPlan {
    tournament::Format format = tournament::Format::round_robin;
    int games = 2;              ///< of each pairing
    std::optional<int> rounds;  ///< swiss
    int all_games = 0;
    std::optional<std::chrono::seconds> duration;  ///< none if the duration of a game is not known yet
};

/// A round robin with as many pairs of games for each pairing as fit into the time, at most max_pairs_of_final. If not
/// even one fits, a Swiss tournament with as many rounds of one pair as fit, but at least the usual number,
/// and then pairs_with_staff pairs of each other entrant against each bot of the staff. `staff`: the number of these
/// bots. `game_time`: the mean duration of a game. `jobs`: the number of concurrent games. Requires: at least two
/// entrants.
[[nodiscard]] FinalPlan plan_final(int entrants, int staff, std::chrono::microseconds intended,
                                   const std::optional<std::chrono::microseconds>& game_time, int jobs);

inline constexpr int max_pairs_of_final = 10;

/// The seed of the final that follows from its secret.
[[nodiscard]] std::uint64_t seed_of_final(const std::string& secret);

}  // namespace referee::arena

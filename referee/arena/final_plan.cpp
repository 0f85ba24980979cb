#include "referee/arena/final_plan.hpp"

#include <algorithm>
#include <charconv>

#include "referee/core/base/sha256.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"

namespace referee::arena {

FinalPlan plan_final(int entrants, int staff, std::chrono::microseconds intended,
                     const std::optional<std::chrono::microseconds>& game_time, int jobs) {
    using tournament::Format;
    using tournament::Swiss;
    FinalPlan plan;
    const auto time_of = [&](std::int64_t games) { return *game_time * games / jobs; };
    const std::int64_t games_of_cycle = std::int64_t{entrants} * (entrants - 1);  // a pair of games for each pairing
    std::int64_t pairs = 1;
    if (game_time && time_of(games_of_cycle) > intended) {
        plan.format = Format::swiss;
        const std::int64_t games_of_round = std::max(1, entrants / 2) * 2;
        const std::int64_t games_with_staff =
            std::int64_t{2} * tournament::pairs_with_staff * staff * (entrants - staff);
        const auto fitting =
            (intended - time_of(games_with_staff)) / std::max(time_of(games_of_round), std::chrono::microseconds(1));
        plan.rounds = static_cast<int>(
            std::clamp<std::int64_t>(fitting, Swiss::usual_rounds(entrants), Swiss::max_rounds(entrants)));
        plan.all_games = static_cast<int>(games_of_round * *plan.rounds + games_with_staff);
    } else {
        if (game_time)
            pairs = std::clamp<std::int64_t>(intended / std::max(time_of(games_of_cycle), std::chrono::microseconds(1)),
                                             1, max_pairs_of_final);
        plan.games = static_cast<int>(2 * pairs);
        plan.all_games = static_cast<int>(games_of_cycle * pairs);
    }
    if (game_time) plan.duration = std::chrono::ceil<std::chrono::seconds>(time_of(plan.all_games));
    return plan;
}

/// The public value is the SHA-256 of the secret alone, so it tells nothing about this one.
std::uint64_t seed_of_final(const std::string& secret) {
    const std::string sum = sha256_of("seed " + secret);
    std::uint64_t seed = 0;
    std::from_chars(sum.data(), sum.data() + 16, seed, 16);
    return seed & max_seed;
}

}  // namespace referee::arena

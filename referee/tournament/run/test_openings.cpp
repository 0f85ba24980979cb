#include "referee/tournament/run/test_openings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "referee/tournament/figures/statistics/games_needed.hpp"

namespace referee::tournament {

namespace {

/// More openings are not generated only to count them.
constexpr int max_counted = 10'000;

int pairs_of(const Settings& settings) {
    const SprtSettings& test = *settings.sprt;
    const double pairs = std::max(length_of(test, test.elo0, usual_draws).mean_pairs,
                                  length_of(test, test.elo1, usual_draws).mean_pairs);
    return static_cast<int>(std::min(std::ceil(pairs), settings.format.games / 2.));
}

/// The number of different openings, up to `most`.
int count(Openings& openings, int most) {
    int count = 0;
    for (int more = most; more > 0; more /= 2)
        while (count + more <= most && openings.has(count + more - 1))
            count += more;
    return count;
}

}  // namespace

std::string warning_of_openings(const Settings& settings, const games::GameSpec& spec, Openings* openings,
                                std::uint64_t seed) {
    if (!settings.sprt || settings.format.fresh_openings || spec.make_board(seed)->hand()) return "";
    const int pairs = pairs_of(settings);
    const std::string length = fmt::format("the test takes {} {} pairs of games (see referee games-needed)",
                                           pairs == settings.format.games / 2 ? "up to" : "about", pairs);
    if (openings == nullptr)
        return fmt::format("no --openings: {}, and bots that repeat their games get no verdict", length);
    const bool slow = !spec.game->record.empty() && settings.opening_plies > 0;  // a program draws them
    if (slow) return "";
    const int found = count(*openings, std::min(pairs, max_counted));
    if (found >= std::min(pairs, max_counted)) return "";
    return fmt::format("only {} different {}: {}, and bots that repeat their games may get no verdict", found,
                       found == 1 ? "opening" : "openings", length);
}

}  // namespace referee::tournament

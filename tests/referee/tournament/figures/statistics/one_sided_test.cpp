// The test of openings is exact, and fair openings rarely cause an alarm.
#include "referee/tournament/figures/statistics/one_sided.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "referee/tournament/figures/statistics/pentanomial.hpp"

using doctest::Approx;
using namespace referee::tournament;

namespace {

struct OpeningBots {
    double elo = 0;      ///< of the first bot over the second
    double draws = 0;    ///< the share of draws
    double opening = 0;  ///< what the one-sided opening gives to the first player, in points
};

/// The share of tournaments with an alarm for a fair opening, and of those that find the one that is not. There are
/// `openings` openings, and `pairs` pairs of games of two bots from each.
struct OpeningAlarms {
    double false_ones = 0;
    double found = 0;
};

OpeningAlarms simulate_openings(const OpeningBots& bots, int openings, int pairs, int tournaments) {
    std::mt19937_64 random(4);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) / 9007199254740992.; };
    OpeningAlarms alarms;
    for (int i = 0; i < tournaments; ++i) {
        std::vector<double> p;
        for (int opening = 0; opening < openings; ++opening) {
            std::uint64_t wins = 0, losses = 0;
            for (int game = 0; game < 2 * pairs; ++game) {
                const double score =
                    std::clamp(expected_score(game % 2 == 0 ? bots.elo : -bots.elo) + (opening == 0 ? bots.opening : 0),
                               bots.draws / 2, 1 - bots.draws / 2);
                const double value = uniform();
                if (value < score - bots.draws / 2)
                    ++wins;
                else if (value > score + bots.draws / 2)
                    ++losses;
            }
            p.push_back(sign_test(wins, losses));
        }
        const auto rejected = rejected_by_holm(p, false_alarms_of_openings);
        const bool biased = bots.opening != 0;
        alarms.false_ones +=
            std::any_of(rejected.begin() + (biased ? 1 : 0), rejected.end(), [](bool alarm) { return alarm; }) ? 1 : 0;
        alarms.found += rejected.front() ? 1 : 0;
    }
    return {alarms.false_ones / tournaments, alarms.found / tournaments};
}

}  // namespace

TEST_CASE("the sign test has the exact probability") {
    CHECK(sign_test(0, 0) == 1);
    CHECK(sign_test(5, 5) == 1);
    CHECK(sign_test(10, 0) == Approx(2. / 1024));
    CHECK(sign_test(0, 10) == sign_test(10, 0));
    CHECK(sign_test(8, 2) == Approx(2. * (1 + 10 + 45) / 1024));
    CHECK(sign_test(6, 5) == Approx(1));
    CHECK(sign_test(5000, 4000) < 1e-20);
}

TEST_CASE("Holm rejects step by step") {
    CHECK(rejected_by_holm({0.01, 0.04, 0.03}, 0.05) == std::vector<bool>{true, false, false});
    CHECK(rejected_by_holm({0.01, 0.04, 0.02}, 0.05) == std::vector<bool>{true, true, true});
    CHECK(rejected_by_holm({0.02, 0.9}, 0.05) == std::vector<bool>{true, false});
    CHECK(rejected_by_holm({0.03, 0.03}, 0.05) == std::vector<bool>{false, false});
    CHECK(rejected_by_holm({}, 0.05).empty());
}

TEST_CASE("fair openings cause an alarm in at most 4 % of the tournaments") {
    constexpr int tournaments = 4'000;
    constexpr double error = 0.0093;  // three standard errors
    for (const OpeningBots& bots :
         {OpeningBots{0, 0}, OpeningBots{0, 0.5}, OpeningBots{200, 0.2}, OpeningBots{600, 0}}) {
        for (const auto& [openings, pairs] : {std::pair(1, 100), std::pair(10, 20), std::pair(50, 5)}) {
            CAPTURE(bots.elo);
            const int different = openings;
            CAPTURE(different);
            const double alarms = simulate_openings(bots, openings, pairs, tournaments).false_ones;
            MESSAGE((100 * alarms) << " % false alarms of " << openings << " openings, at " << bots.elo << " Elo");
            CHECK(alarms <= false_alarms_of_openings + error);
        }
    }
}

TEST_CASE("an opening that decides most games is found") {
    const OpeningAlarms alarms = simulate_openings({50, 0.2, 0.3}, 10, 20, 500);
    CHECK(alarms.found > 0.8);
    CHECK(alarms.false_ones <= 0.07);
}

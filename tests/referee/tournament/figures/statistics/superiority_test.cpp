// The matrix agrees with known formulas, with the intervals, and with simulated truth.
#include "referee/tournament/figures/statistics/superiority.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using doctest::Approx;
using namespace referee::tournament;

TEST_CASE("two players with many games: Phi((wins - losses) / sqrt(wins + losses))") {
    // The usual formula (chessprogramming.org, "Match Statistics"); draws do not enter.
    for (const std::uint64_t draws : {0u, 500u}) {
        Results results(2);
        results.add(0, 1, Tally{530, draws, 500});
        results.add(1, 0, Tally{500, draws, 530});
        const double usual = 0.5 * std::erfc(-60 / std::sqrt(2060.) / std::sqrt(2.));
        CHECK(superiority_of(results)(0, 1) == Approx(usual).epsilon(0.02));
    }
}

TEST_CASE("it says what the interval of the difference says") {
    // With two players the rating is half the difference: above 97.5 % exactly if the interval leaves out 0.
    for (std::uint64_t wins = 10; wins <= 20; ++wins) {
        Results results(2);
        results.add(0, 1, Tally{wins, 3, 20 - wins});
        results.add(1, 0, Tally{20 - wins, 3, wins});
        CAPTURE(wins);
        CHECK((superiority_of(results)(0, 1) > 0.975) == (*rate(results).entrants[0].interval.lower > 0));
    }
}

TEST_CASE("games against others count") {
    Results results(3);  // 0 and 1 have never met
    results.add(0, 2, Tally{18, 0, 2});
    results.add(2, 0, Tally{2, 0, 18});
    results.add(1, 2, Tally{4, 0, 16});
    results.add(2, 1, Tally{16, 0, 4});
    CHECK(superiority_of(results)(0, 1) > 0.999);
}

TEST_CASE("between equals it is above 0.95 at most one time in twenty") {
    std::mt19937_64 random(11);
    const Truth truth{{0, 0, 0, 0}, 40, 0.4};
    int above = 0, below = 0;
    constexpr int tournaments = 2000;
    for (int i = 0; i < tournaments; ++i) {
        const double value = superiority_of(truth.round_robin(5, random))(0, 1);
        above += value > 0.95;
        below += value < 0.05;
    }
    MESSAGE(above << " above 0.95, " << below << " below 0.05, of " << tournaments);
    CHECK(above < 0.06 * tournaments);
    CHECK(below < 0.06 * tournaments);
}

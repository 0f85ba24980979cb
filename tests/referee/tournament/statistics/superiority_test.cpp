// The matrix agrees with known formulas, with the intervals, and with simulated truth.
#include "referee/tournament/statistics/superiority.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "referee/tournament/statistics/ratings.hpp"
#include "tests/referee/tournament/statistics/simulated.hpp"

using doctest::Approx;
using namespace referee::tournament;

TEST_CASE("two players with many games: Phi((wins - losses) / sqrt(wins + losses))") {
    // The usual formula (chessprogramming.org, "Match Statistics"); draws do not enter.
    for (const std::uint64_t draws : {0u, 500u}) {
        Results results(2);
        results.add(0, 1, Tally{530, draws, 500});
        results.add(1, 0, Tally{500, draws, 530});
        const double usual = 0.5 * std::erfc(-60 / std::sqrt(2060.) / std::sqrt(2.));
        CHECK(superiority(results)(0, 1) == Approx(usual).epsilon(0.001));
    }
}

TEST_CASE("it says what the interval of the difference says") {
    // With two players the rating is half the difference: above 97.5 % exactly if the interval leaves out 0.
    for (std::uint64_t wins = 10; wins <= 20; ++wins) {
        Results results(2);
        results.add(0, 1, Tally{wins, 3, 20 - wins});
        results.add(1, 0, Tally{20 - wins, 3, wins});
        const bool above = *rate(results).entrants[0].interval.lower > 0;
        CAPTURE(wins);
        if (wins < 20) CHECK((superiority(results)(0, 1) > 0.975) == above);
    }
}

TEST_CASE("games against others count") {
    Results results(3);  // 0 and 1 have never met
    results.add(0, 2, Tally{18, 0, 2});
    results.add(2, 0, Tally{2, 0, 18});
    results.add(1, 2, Tally{4, 0, 16});
    results.add(2, 1, Tally{16, 0, 4});
    CHECK(superiority(results)(0, 1) > 0.999);
}

TEST_CASE("n wins in n games: 1 - 1 / 2^(n + 1), as from a uniform prior") {
    for (const std::uint64_t games : {1u, 2u, 5u, 20u}) {
        Results one_side(2), both_sides(2);
        one_side.add(0, 1, Tally{games, 0, 0});
        both_sides.add(0, 1, Tally{games, 0, 0});
        both_sides.add(1, 0, Tally{0, 0, games});
        const auto usual = [](std::uint64_t n) { return 1 - std::pow(0.5, double(n) + 1); };
        CHECK(std::abs(superiority(both_sides)(0, 1) - usual(2 * games)) < 1e-6);
        // On one side only the side may have done it.
        CHECK(superiority(one_side)(0, 1) <= usual(games));
        CHECK(superiority(one_side)(0, 1) > 0.5);
    }
}

TEST_CASE("between equals it is above 0.95 one time in twenty") {
    std::mt19937_64 random(11);
    const Truth truth{{0, 0, 0, 0}, 40, 0.4};
    int above = 0, below = 0;
    constexpr int tournaments = 2000;
    for (int i = 0; i < tournaments; ++i) {
        const double value = superiority(truth.round_robin(5, random))(0, 1);
        above += value > 0.95;
        below += value < 0.05;
    }
    CHECK(std::abs(above / double{tournaments} - 0.05) < 0.015);
    CHECK(std::abs(below / double{tournaments} - 0.05) < 0.015);
}

// The test of the fit gives few false alarms, and finds bots that beat each other in a circle.
#include "referee/tournament/figures/statistics/fit_quality.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using namespace referee::tournament;

namespace {

std::optional<FitQuality> quality_of(const Results& results) {
    return fit_quality(results, posterior_for(results).get());
}

struct Alarms {
    int at_5_percent = 0, at_1_percent = 0, tests = 0;
};

Alarms false_alarms(Format format, int entrants, int games, double opening_for_bot, int tournaments) {
    std::mt19937_64 random(21);
    std::normal_distribution<double> normal;
    Alarms alarms;
    for (int count = 0; count < tournaments; ++count) {
        Truth truth{{}, 40, 0.5, opening_for_bot, opening_for_bot};
        for (int i = 0; i < entrants; ++i)
            truth.elo.push_back(150 * normal(random));
        FormatSettings settings;
        settings.format = format;
        settings.games = games;
        const auto quality = quality_of(truth.play(*make_schedule(settings, entrants, random()), 1 << 30, random));
        if (!quality) continue;
        ++alarms.tests;
        alarms.at_5_percent += quality->p < 0.05 ? 1 : 0;
        alarms.at_1_percent += quality->p < 0.01 ? 1 : 0;
    }
    return alarms;
}

}  // namespace

TEST_CASE("the test of the fit seldom gives a false alarm") {
    struct Case {
        Format format;
        int entrants, games;
        double opening;
    };
    for (const Case& tried :
         {Case{Format::round_robin, 4, 10, 0}, Case{Format::round_robin, 8, 2, 0}, Case{Format::round_robin, 6, 20, 0},
          Case{Format::round_robin, 6, 40, 300}, Case{Format::round_robin, 20, 2, 0}, Case{Format::swiss, 32, 4, 0}}) {
        const Alarms alarms = false_alarms(tried.format, tried.entrants, tried.games, tried.opening, 400);
        CAPTURE(tried.entrants);
        CAPTURE(tried.games);
        CAPTURE(tried.opening);
        MESSAGE(tried.entrants << " entrants, " << tried.games << " games: " << alarms.at_5_percent << " and "
                               << alarms.at_1_percent << " of " << alarms.tests << " below 5 % and 1 %");
        CHECK(alarms.tests > 380);
        CHECK(alarms.at_5_percent < 0.085 * alarms.tests);
        CHECK(alarms.at_1_percent < 0.03 * alarms.tests);
    }
}

TEST_CASE("a strict order of the bots is no surprise") {
    for (std::size_t entrants = 4; entrants <= 8; ++entrants) {
        for (const std::uint64_t games : {1U, 5U, 50U}) {
            Results results(entrants);
            for (std::size_t i = 0; i < entrants; ++i) {
                for (std::size_t j = i + 1; j < entrants; ++j) {
                    results.add(i, j, Tally{games, 0, 0});
                    results.add(j, i, Tally{0, 0, games});
                }
            }
            CAPTURE(entrants);
            CAPTURE(games);
            const auto quality = quality_of(results);
            CHECK((!quality || quality->p > 0.1));
        }
    }
}

TEST_CASE("bots far apart give few false alarms, and an upset among them is found") {
    std::mt19937_64 random(4);
    int alarms = 0;
    for (int count = 0; count < 100; ++count) {
        const Truth truth{{0, 800, 1600, 2400, 3200, 4000}, 0, 0.2};
        Results results = truth.round_robin(10, random);
        const auto quality = quality_of(results);
        alarms += quality && quality->p < 0.01 ? 1 : 0;
        if (count > 0) continue;
        results.add(0, 5, Tally{10, 0, 0});
        const auto upset = quality_of(results);
        REQUIRE(upset);
        CHECK(upset->p < 0.001);
        CHECK(upset->surprise.a == 0);
        CHECK(upset->surprise.b == 5);
    }
    MESSAGE(alarms << " of 100 below 1 %");
    CHECK(alarms <= 3);
}

TEST_CASE("bots that beat each other in a circle are found") {
    Results results(5);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        for (int game = 0; game < 10; ++game) {
            results.add(i, next, game < 8 ? Score::win : Score::loss);
            results.add(next, i, game < 2 ? Score::win : Score::loss);
        }
        for (const std::size_t other : {std::size_t{3}, std::size_t{4}}) {
            results.add(i, other, Tally{5, 0, 5});
            results.add(other, i, Tally{5, 0, 5});
        }
    }
    const auto quality = quality_of(results);
    REQUIRE(quality);
    CHECK(quality->p < 0.005);
    CHECK((quality->surprise.a + 1) % 3 == quality->surprise.b);
    CHECK(quality->surprise.points == doctest::Approx(16));
    CHECK(quality->surprise.expected == doctest::Approx(10).epsilon(0.01));
    CHECK(quality->surprise.games == 20);
}

TEST_CASE("where there are no more pairs than parameters there is nothing to test") {
    Results results(2);
    results.add(0, 1, Score::win);
    results.add(1, 0, Score::win);
    CHECK_FALSE(quality_of(results));
    CHECK_FALSE(quality_of(Results(3)));
}

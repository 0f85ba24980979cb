// The numbers of the result line, against others computed elsewhere.
#include "referee/tournament/statistics/pair_summary.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/referee/tournament/statistics/simulated.hpp"
#include "tests/soak.hpp"

using doctest::Approx;
using namespace referee::tournament;

TEST_CASE("fifty pairs in the numbers that testers use") {
    const PairSummary summary = summary_of(PairCounts({3, 8, 20, 14, 5}));
    CHECK(summary.pairs == 50);
    CHECK(summary.score == Approx(0.55));
    CHECK(summary.drawn_pairs == Approx(0.4));
    CHECK(*summary.pair_ratio == Approx(19. / 11));
    // By a program in Python: bisections of the empirical likelihood, an integral of Student's density.
    CHECK(*summary.elo == Approx(34.860070));
    CHECK(*summary.interval.lower == Approx(-17.147957).epsilon(1e-5));
    CHECK(*summary.interval.upper == Approx(86.577193).epsilon(1e-5));
    CHECK(*summary.los == Approx(0.91036652).epsilon(1e-5));
    CHECK(*summary.nelo == Approx(48.180647));
}

TEST_CASE("the other bot sees the same with the other sign") {
    const PairSummary one = summary_of(PairCounts({7, 20, 60, 31, 9})),
                      other = summary_of(PairCounts({9, 31, 60, 20, 7}));
    CHECK(*one.elo == Approx(-*other.elo));
    CHECK(*one.nelo == Approx(-*other.nelo));
    CHECK(*one.interval.lower == Approx(-*other.interval.upper).epsilon(1e-6));
    CHECK(*one.los == Approx(1 - *other.los));
    CHECK(*one.pair_ratio == Approx(1 / *other.pair_ratio));
}

TEST_CASE("numbers that would be infinite, or mean nothing, are absent") {
    const PairSummary none = summary_of({});
    CHECK((!none.elo && !none.los && !none.nelo && !none.interval.lower));
    const PairSummary one = summary_of(PairCounts({0, 0, 0, 1, 0}));
    CHECK((one.elo && !one.interval.lower && !one.los && !one.nelo && !one.pair_ratio));
    const PairSummary perfect = summary_of(PairCounts({0, 0, 0, 0, 10}));
    CHECK((!perfect.elo && !perfect.nelo && !perfect.interval.upper && !perfect.pair_ratio));
    CHECK(*perfect.interval.lower > 100);
    CHECK(*perfect.los > 0.97);
    CHECK(*perfect.los < 1);
    const PairSummary even = summary_of(PairCounts({0, 0, 10, 0, 0}));
    CHECK(*even.elo == Approx(0));
    CHECK(*even.los == Approx(0.5));
    CHECK(even.drawn_pairs == 1);
}

TEST_CASE("superiority is above 97.5 % exactly if the interval is above 0") {
    int above = 0;
    for (std::uint64_t wins = 5; wins < 40; ++wins) {
        const PairSummary summary = summary_of(PairCounts({4, 8, 20, 8, wins}));
        CHECK((*summary.los > 0.975) == (*summary.interval.lower > 0));
        above += *summary.los > 0.975 ? 1 : 0;
    }
    CHECK(above > 5);
    CHECK(above < 34);
}

TEST_CASE("the interval holds the truth, though openings and sides decide much") {
    const int tests = repetitions(2'000, 10'000);
    std::mt19937_64 random(3);
    for (const int pairs : {20, 200}) {
        int inside = 0;
        for (int i = 0; i < tests; ++i) {
            PairCounts counts;
            for (int k = 0; k < pairs; ++k) {
                const double help = 0.4 * (2 * uniform(random) - 1);
                const auto game = [&](double expected) {
                    return uniform(random) < expected ? Score::win : Score::loss;
                };
                counts.add(game(0.55 + help), game(0.55 - help));
            }
            const Interval interval = summary_of(counts).interval;
            const double truth = 400 * std::log10(0.55 / 0.45);
            inside += interval.lower.value_or(-9999) <= truth && truth <= interval.upper.value_or(9999) ? 1 : 0;
        }
        MESSAGE(pairs << " pairs: " << 100. * inside / tests << " %");
        CHECK(inside > 0.93 * tests);
        CHECK(inside < 0.975 * tests);
    }
}

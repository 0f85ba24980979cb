// The numbers of the result line, against others computed elsewhere.
#include "referee/tournament/figures/statistics/pair_summary.hpp"

#include <doctest/doctest.h>

using doctest::Approx;
using namespace referee::tournament;

TEST_CASE("fifty pairs in the numbers that testers use") {
    const PairSummary summary = summary_of(PairCounts({3, 8, 20, 14, 5}));
    CHECK(summary.pairs == 50);
    CHECK(summary.score == Approx(0.55));
    CHECK(summary.drawn_pairs == Approx(0.4));
    CHECK(*summary.pair_ratio == Approx(19. / 11));
    CHECK(*summary.nelo == Approx(48.180647));
}

TEST_CASE("outcomes that never happened count nothing") {
    // Mean 0.9038, deviation 0.1845 of a pair's share.
    CHECK(*summary_of(PairCounts({0, 0, 2, 1, 10})).nelo == Approx(537.879115));
}

TEST_CASE("the other bot sees the same with the other sign") {
    const PairSummary one = summary_of(PairCounts({7, 20, 60, 31, 9})),
                      other = summary_of(PairCounts({9, 31, 60, 20, 7}));
    CHECK(*one.nelo == Approx(-*other.nelo));
    CHECK(*one.pair_ratio == Approx(1 / *other.pair_ratio));
}

TEST_CASE("numbers that would be infinite, or mean nothing, are absent") {
    const PairSummary none = summary_of({});
    CHECK(!none.nelo);
    const PairSummary one = summary_of(PairCounts({0, 0, 0, 1, 0}));
    CHECK((!one.nelo && !one.pair_ratio));
    const PairSummary perfect = summary_of(PairCounts({0, 0, 0, 0, 10}));
    CHECK((!perfect.nelo && !perfect.pair_ratio));
    const PairSummary even = summary_of(PairCounts({0, 0, 10, 0, 0}));
    CHECK(even.drawn_pairs == 1);
}

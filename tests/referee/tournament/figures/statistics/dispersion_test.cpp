// The factor for pairs of games.
#include <doctest/doctest.h>

#include "referee/tournament/figures/statistics/posterior.hpp"

namespace {

using namespace referee::tournament;

/// Pairs of two equals of which one game is won by each, or both by the same bot, in turn.
Results pairs_of_equals(int pairs, bool alike) {
    Results results(2);
    for (int pair = 0; pair < pairs; ++pair) {
        const Score one = pair % 2 == 0 ? Score::win : Score::loss;
        const Score other = alike == (one == Score::win) ? Score::loss : Score::win;
        results.add(0, 1, one);
        results.add(1, 0, other);
        results.add_pair(0, 1, one, other);
    }
    return results;
}

double factor_of(int pairs, bool alike) {
    return dispersion_of(pairs_of_equals(pairs, alike)).of_ratings();
}

TEST_CASE("the factor of few pairs is near 1, and its doubt makes it greater") {
    CHECK(factor_of(0, true) == 1);
    // Pairs that share their points vary not at all: the mean of an inverse chi-square distribution with 20 degrees of
    // freedom and as many as there are pairs between equals.
    for (const int pairs : {2, 4, 10, 100, 1000}) {
        CAPTURE(pairs);
        CHECK(factor_of(pairs, false) >= 20. / (18 + pairs));
        CHECK(factor_of(pairs, false) <= 20. / (18 + 0.75 * pairs));
    }
    CHECK(factor_of(4, false) > 0.9);
    // Pairs of which one bot wins both games vary twice as much.
    CHECK(factor_of(4, true) > 1.15);
    CHECK(factor_of(1000, true) == doctest::Approx(2).epsilon(0.03));
}

TEST_CASE("pairs that are repeated count as their effective number") {
    Results results = pairs_of_equals(1000, false);
    results.set_share(0, 1, 4 / 2000.);
    CHECK(dispersion_of(results).of_ratings() > 0.9);
}

}  // namespace

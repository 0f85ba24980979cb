// The number of games that is computed beforehand is the number that ratings and sequential tests really take.
#include "referee/tournament/figures/statistics/games_needed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "games/user_error.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/strip.hpp"

using doctest::Approx;
using namespace referee::tournament;

namespace {

/// The expected results of bots whose strengths are spread evenly over 100 Elo, with this share of draws. (The prior
/// makes the intervals of bots with exactly equal results much shorter.)
Results expected_results(std::size_t bots, double games_of_pairing, double draws) {
    Results results(bots);
    const double of_side = games_of_pairing / 2;
    const double step = 100. / static_cast<double>(bots - 1);
    const auto whole = [](double games) { return static_cast<std::uint64_t>(std::llround(games)); };
    for (std::size_t a = 0; a < bots; ++a) {
        for (std::size_t b = 0; b < bots; ++b) {
            if (a == b) continue;
            const double score = expected_score(step * (static_cast<double>(a) - static_cast<double>(b)));
            const double drawn = std::min({draws, 2 * score, 2 - 2 * score});
            results.add(a, b,
                        {whole(of_side * (score - drawn / 2)), whole(of_side * drawn),
                         whole(of_side * (1 - score - drawn / 2))});
        }
    }
    return results;
}

double half_of(const Interval& interval) {
    return (*interval.upper - *interval.lower) / 2;
}

struct SimulatedTests {
    double mean_pairs = 0;
    double ended = 0;  ///< the share of tests that ended within a number of pairs
    double h1 = 0;     ///< the share of tests that accepted H1
};

/// Plays tests of two bots pair by pair, with the ratio after each pair.
SimulatedTests simulate_tests(const SprtSettings& settings, double score, double draws, int tests, double within) {
    std::mt19937_64 random(20261126);
    const auto game = [&] {
        const double value = static_cast<double>(random() >> 11) / 9007199254740992.;
        return value < score - draws / 2 ? Score::win : value < score + draws / 2 ? Score::draw : Score::loss;
    };
    SimulatedTests simulated;
    for (int i = 0; i < tests; ++i) {
        PairCounts counts;
        SprtVerdict verdict = SprtVerdict::go_on;
        while (verdict == SprtVerdict::go_on) {
            const Score one = game();
            counts.add(one, game());
            verdict = sprt(counts, settings).verdict;
        }
        const auto pairs = static_cast<double>(counts.pairs());
        simulated.mean_pairs += pairs / tests;
        simulated.ended += (pairs <= within ? 1. : 0.) / tests;
        simulated.h1 += (verdict == SprtVerdict::accept_h1 ? 1. : 0.) / tests;
    }
    return simulated;
}

}  // namespace

TEST_CASE("after the computed number of games an interval has the wanted width") {
    for (const double draws : {0., 0.2, 0.4}) {
        for (const double elo : {10., 25.}) {
            CAPTURE(draws);
            CAPTURE(elo);
            const Ratings two = rate(expected_results(2, games_for_difference(elo, draws), draws));
            CHECK(half_of(difference_of(two, 0, 1)->interval) == Approx(elo).epsilon(0.1));
            for (const int bots : {2, 4, 10}) {
                const double of_pairing = games_for_ratings(elo, draws, bots) / (bots - 1);
                const Ratings ratings = rate(expected_results(static_cast<std::size_t>(bots), of_pairing, draws));
                CHECK(half_of(ratings.entrants[0].interval) == Approx(elo).epsilon(0.1));
            }
        }
    }
}

TEST_CASE("a walk between two bounds leaves them as the formulas of Wald say") {
    for (const double drift : {-0.3, -1e-5, 0., 1e-5, 0.02, 0.3}) {
        CAPTURE(drift);
        const Strip strip{7, 4};
        CHECK(reaches_up(strip, drift, 1e5) == Approx(leaves_up(strip, drift)).epsilon(1e-4));
        CHECK(leaves_up(strip, drift) + leaves_up(strip.mirrored(), -drift) == Approx(1));
        CHECK(mean_time(strip, drift) == Approx(mean_time(strip.mirrored(), -drift)));
        // The mean is the integral of the probability not to have left.
        double mean = 0;
        for (double t = 0.125; t < 2000; t += 0.25)
            mean += 0.25 * (1 - reaches_up(strip, drift, t) - reaches_up(strip.mirrored(), -drift, t));
        CHECK(mean == Approx(mean_time(strip, drift)).epsilon(1e-3));
        const double t = time_within(strip, drift, 0.95);
        CHECK(reaches_up(strip, drift, t) + reaches_up(strip.mirrored(), -drift, t) == Approx(0.95));
    }
}

TEST_CASE("a drift that decides alone leaves on its side") {
    // The expected values are those of a sine series with 60 digits.
    CHECK(reaches_up({3, 3}, -6, 1) == Approx(2.31752029934666e-16));
    CHECK(leaves_up({3, 3}, -6) == Approx(2.31952283024357e-16));
    CHECK(reaches_up({7, 4}, 0.03, 100) == Approx(0.43018813664955));
    for (const double drift : {-5000., -500., -50., 50., 500., 5000.}) {
        CAPTURE(drift);
        const Strip strip{7, 4};
        CHECK(leaves_up(strip, drift) == Approx(drift > 0 ? 1 : 0));
        CHECK(mean_time(strip, drift) == Approx(drift > 0 ? 7 / drift : -4 / drift));
        CHECK(time_within(strip, drift, 0.95) == Approx(mean_time(strip, drift)).epsilon(0.2));
    }
}

TEST_CASE("tests with hypotheses that are far apart have a length") {
    for (const auto& [elo0, elo1] : {std::pair(-470., 470.), {-1000., -200.}, {-1000., 1000.}, {200., 1000.}}) {
        const SprtSettings settings{elo0, elo1, 0.05, 0.05};
        const TestLength low = length_of(settings, elo0, 0.4), high = length_of(settings, elo1, 0.4);
        for (const TestLength& length : {low, high}) {
            CHECK(length.mean_pairs > 0);
            CHECK(length.pairs_of_most < 1000);
        }
        CHECK(low.h1_probability < 0.06);
        CHECK(high.h1_probability > 0.94);
    }
}

TEST_CASE("sequential tests take as many pairs as computed") {
    const SprtSettings settings{0, 60, 0.05, 0.05};
    for (const double elo : {0., 30., 60.}) {
        CAPTURE(elo);
        const TestLength length = length_of(settings, elo, 0.4);
        CHECK(length.mean_pairs > 60);
        const SimulatedTests simulated =
            simulate_tests(settings, expected_score(elo), 0.4, 2'000, length.pairs_of_most);
        CHECK(simulated.mean_pairs == Approx(length.mean_pairs).epsilon(0.06));
        CHECK(std::abs(simulated.ended - 0.95) < 0.02);
        CHECK(std::abs(simulated.h1 - length.h1_probability) < 0.035);
    }
}

TEST_CASE("lengths of tests follow their settings") {
    const SprtSettings settings{0, 5, 0.05, 0.05};
    const TestLength low = length_of(settings, 0, 0.4), high = length_of(settings, 5, 0.4);
    CHECK(low.h1_probability == Approx(0.05).epsilon(0.02));
    CHECK(high.h1_probability == Approx(0.95).epsilon(0.01));
    CHECK(length_of(settings, 2.5, 0.4).mean_pairs > low.mean_pairs);
    CHECK(length_of(settings, 0, 0.8).mean_pairs == Approx(low.mean_pairs / 3).epsilon(0.02));
    // In normalised Elo the share of draws does not matter.
    const SprtSettings normalized{0, 5, 0.05, 0.05, EloModel::normalized};
    CHECK(length_of(normalized, 0, 0.8).mean_pairs == Approx(length_of(normalized, 0, 0).mean_pairs).epsilon(0.02));
    CHECK_THROWS_AS(length_of({5, 0, 0.05, 0.05}, 0, 0.4), games::UserError);
}

TEST_CASE("the number of further pairs is the one that a test takes whose pairs go on as they have so far") {
    struct Played {
        std::array<std::uint64_t, 5> counts;
        SprtSettings settings;
    };
    constexpr int tests = 300;
    std::mt19937_64 random(20261129);
    for (const auto& [played, settings] : {Played{{4, 30, 60, 34, 5}, {0, 20}}, Played{{10, 55, 90, 62, 15}, {0, 20}},
                                           Played{{20, 40, 80, 40, 15}, {0, 15}},
                                           Played{{0, 10, 25, 18, 2}, {-5, 30, 0.1, 0.05, EloModel::normalized}}}) {
        const PairCounts counts(played);
        const Sprt state = sprt(counts, settings);
        REQUIRE(state.verdict == SprtVerdict::go_on);
        std::discrete_distribution<std::size_t> pair(played.begin(), played.end());
        double mean = 0;
        for (int i = 0; i < tests; ++i) {
            auto more = played;
            while (sprt(PairCounts(more), settings).verdict == SprtVerdict::go_on)
                ++more[pair(random)];
            mean += static_cast<double>(PairCounts(more).pairs() - counts.pairs()) / tests;
        }
        CAPTURE(mean);
        CHECK(pairs_left(counts, state, settings, 1).value_or(0) == Approx(mean).epsilon(0.15));
    }
    // All pairs end alike, so the ratio grows by the same amount with each.
    const PairCounts alike({0, 0, 0, 0, 40});
    const SprtSettings narrow = {0, 5};
    const auto left = pairs_left(alike, sprt(alike, narrow), narrow, 1);
    REQUIRE(left);
    const auto all = static_cast<std::uint64_t>(std::llround(40 + *left));
    CHECK(sprt(PairCounts({0, 0, 0, 0, all + 1 + all / 50}), narrow).verdict == SprtVerdict::accept_h1);
    CHECK(sprt(PairCounts({0, 0, 0, 0, all - 1 - all / 50}), narrow).verdict == SprtVerdict::go_on);
    // Nothing is said after few pairs, or if most games repeat others.
    CHECK_FALSE(pairs_left(PairCounts({0, 0, 10, 9, 0}), {}, narrow, 1));
    CHECK_FALSE(pairs_left(alike, sprt(alike, narrow), narrow, 0.4));
}

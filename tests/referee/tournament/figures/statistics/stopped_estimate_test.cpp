// After a test has stopped, its estimate is above the truth as often as below it.
#include "referee/tournament/figures/statistics/stopped_estimate.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "tests/referee/tournament/figures/statistics/simulated.hpp"
#include "tests/soak.hpp"

using doctest::Approx;
using namespace referee::tournament;

TEST_CASE("the other bot's view of a stopped test is the same, mirrored") {
    const StoppedEstimate h1 = estimate_after(PairCounts({100, 900, 2000, 1200, 200}), {-5, 5, 0.05, 0.05});
    const StoppedEstimate h0 = estimate_after(PairCounts({200, 1200, 2000, 900, 100}), {-5, 5, 0.05, 0.05});
    CHECK(h1.naive == Approx(1 - h0.naive));
    CHECK(h1.median_unbiased == Approx(1 - h0.median_unbiased));
    CHECK(h1.lower == Approx(1 - h0.upper));
    CHECK(h1.upper == Approx(1 - h0.lower));
}

TEST_CASE("where a test could hardly have stopped before, its estimate is the naive one") {
    // A ratio near 0 between bounds of 13.8: the pairs are as good as planned.
    const PairCounts pairs({100, 900, 2000, 960, 110});
    const StoppedEstimate estimate = estimate_after(pairs, {0, 10, 1e-6, 1e-6});
    const double error = estimate.deviation / std::sqrt(static_cast<double>(pairs.pairs()));
    CHECK(estimate.median_unbiased == Approx(estimate.naive).epsilon(1e-4));
    CHECK(estimate.lower == Approx(estimate.naive - 1.959964 * error).epsilon(1e-4));
    CHECK(estimate.upper == Approx(estimate.naive + 1.959964 * error).epsilon(1e-4));
}

TEST_CASE("bounds that are far away change nothing, however few games the pairs count as") {
    for (const std::array<std::uint64_t, 5>& counts :
         {std::array<std::uint64_t, 5>{0, 0, 1000, 0, 0}, {0, 0, 0, 0, 1000}, {1000, 0, 0, 0, 0}, {0, 0, 7, 2, 0}}) {
        for (const double elo1 : {0.02, 0.5, 1., 2.}) {
            CAPTURE(elo1);
            const PairCounts pairs(counts);
            const double n = 1.5, share = n / static_cast<double>(pairs.pairs());
            const StoppedEstimate estimate = estimate_after(pairs, {0, elo1, 0.01, 0.01}, share);
            const double error = 1.959964 * estimate.deviation / std::sqrt(n);
            CHECK(std::abs(estimate.median_unbiased - estimate.naive) < 1e-4);
            CHECK(std::abs(estimate.lower - (estimate.naive - error)) < 1e-4);
            CHECK(std::abs(estimate.upper - (estimate.naive + error)) < 1e-4);
        }
    }
}

TEST_CASE("a test without a verdict whose pairs are far from both hypotheses has the estimate of its pairs") {
    // The ratio is 2.88, just below the bound of 2.94, although all pairs are won.
    const PairCounts pairs({0, 0, 0, 0, 1000});
    const SprtSettings settings{0, 1, 0.05, 0.05};
    REQUIRE(sprt(pairs, settings).verdict == SprtVerdict::go_on);
    const StoppedEstimate estimate = estimate_after(pairs, settings);
    CHECK(estimate.median_unbiased == Approx(estimate.naive).epsilon(1e-3));
    CHECK(estimate.lower > 0.99);
}

TEST_CASE("a verdict's estimate is drawn towards the middle, and the interval holds it") {
    for (const auto& [counts, settings] :
         {std::pair(PairCounts({10, 60, 120, 110, 40}), SprtSettings{0, 30, 0.05, 0.05}),
          std::pair(PairCounts({2, 8, 10, 30, 40}), SprtSettings{0, 30, 0.05, 0.05})}) {
        REQUIRE(sprt(counts, settings).verdict == SprtVerdict::accept_h1);
        const StoppedEstimate estimate = estimate_after(counts, settings);
        CHECK(estimate.median_unbiased < estimate.naive);
        CHECK(estimate.lower < estimate.median_unbiased);
        CHECK(estimate.upper > estimate.median_unbiased);
    }
}

TEST_CASE("tests in which all pairs ended alike have finite estimates") {
    for (std::size_t only = 0; only < 5; ++only) {
        for (const std::uint64_t pairs : {1u, 2u, 20u, 203u}) {
            for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
                std::array<std::uint64_t, 5> counts{};
                counts[only] = pairs;
                const StoppedEstimate estimate = estimate_after(PairCounts(counts), {0, 5, 0.05, 0.05, model});
                CHECK(std::isfinite(estimate.median_unbiased));
                CHECK(estimate.lower < estimate.upper);
                CHECK(estimate.upper - estimate.lower < 4);
            }
        }
    }
}

TEST_CASE("the estimate is above the truth half of the time") {
    const int tests = repetitions(1'500, 10'000);
    const SprtSettings settings{0, 40, 0.05, 0.05};
    std::mt19937_64 random(11);
    for (const double elo : {-60., 0., 20., 40., 100.}) {
        const double truth = expected_score(elo);
        int above = 0, naive_above = 0, inside = 0;
        for (int i = 0; i < tests; ++i) {
            PairCounts counts;
            do {
                const auto game = [&] {
                    const double value = uniform(random);
                    return value < truth - 0.1 ? Score::win : value < truth + 0.1 ? Score::draw : Score::loss;
                };
                const Score one = game();
                counts.add(one, game());
            } while (sprt(counts, settings).verdict == SprtVerdict::go_on);
            const StoppedEstimate estimate = estimate_after(counts, settings);
            above += estimate.median_unbiased > truth ? 1 : 0;
            naive_above += estimate.naive > truth ? 1 : 0;
            inside += estimate.lower <= truth && truth <= estimate.upper ? 1 : 0;
        }
        MESSAGE(elo << " Elo: above the truth " << 100. * above / tests << " % (naive " << 100. * naive_above / tests
                    << " %), in the interval " << 100. * inside / tests << " %");
        const double noise = 3 * 0.5 / std::sqrt(tests);
        CHECK(above > (0.48 - noise) * tests);
        CHECK(above < (0.52 + noise) * tests);
        CHECK(inside > 0.93 * tests);
    }
}

// The sequential test agrees with fishtest and fastchess, and nothing makes it infinite.
#include "referee/tournament/figures/statistics/sprt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "referee/tournament/figures/statistics/pentanomial.hpp"
#include "tests/messages.hpp"

using doctest::Approx;
using namespace referee::tournament;

namespace {

double llr(const std::array<std::uint64_t, 5>& counts, double elo0, double elo1) {
    return sprt(PairCounts(counts), {elo0, elo1, 0.05, 0.05}).llr;
}

}  // namespace

TEST_CASE("log-likelihood ratios that others print") {
    // fastchess, app/tests/sprt_test.cpp, "logistic pentanomial" 1 and 2.
    CHECK(std::abs(llr({223, 9863, 21279, 10037, 246}, 0.5, 2.5) - -3.07) < 0.006);
    CHECK(std::abs(llr({871, 26175, 55983, 26678, 821}, 0, 2) - -4.98) < 0.006);
    // fishtest's raw statistics of a test (montytest.muzhen.org, 69d3c8dc7c5b3724e29d2712), "Logistic (exact)".
    CHECK(std::abs(llr({13, 37, 50, 25, 3}, 0, 2.716) - -0.53772) < 0.0002);
}

TEST_CASE("log-likelihood ratios of normalised Elo that others print") {
    const auto normalised = [](const std::array<std::uint64_t, 5>& counts, double elo0, double elo1) {
        return sprt(PairCounts(counts), {elo0, elo1, 0.05, 0.05, EloModel::normalized}).llr;
    };
    // fastchess, app/tests/sprt_test.cpp, "normalized pentanomial" 1 to 3.
    CHECK(std::abs(normalised({365, 16618, 36229, 16974, 390}, 0, 2) - 2.25) < 0.006);
    CHECK(std::abs(normalised({127, 4883, 10712, 5150, 104}, -1.75, 0.25) - 3.01) < 0.006);
    CHECK(std::abs(normalised({0, 0, 0, 0, 5550}, 0, 5) - 111.82) < 1.2);
    // The other bot's view, mirrored.
    CHECK(normalised({7, 20, 60, 31, 9}, -3, 8) == Approx(-normalised({9, 31, 60, 20, 7}, -8, 3)));
}

TEST_CASE("near to equality the ratio of normalised Elo is that of the same scores") {
    // Van den Bergh's approximation: n / 2 times the logarithm of (1 + (t - t0)^2) / (1 + (t - t1)^2).
    const PairCounts pairs({100, 900, 2000, 1000, 140});
    const PairMoments moments = moments_of(frequencies_of(pairs));
    const double t = (moments.mean - 0.5) / std::sqrt(moments.variance);
    for (const auto& [elo0, elo1] : {std::pair(0., 10.), std::pair(-20., 20.), std::pair(20., 40.)}) {
        const double t0 = deviations_of_nelo(elo0), t1 = deviations_of_nelo(elo1);
        const double expected = moments.pairs / 2 * std::log((1 + (t - t0) * (t - t0)) / (1 + (t - t1) * (t - t1)));
        CHECK(sprt(pairs, {elo0, elo1, 0.05, 0.05, EloModel::normalized}).llr == Approx(expected).epsilon(0.02));
    }
}

TEST_CASE("normalised Elo is the score's distance from 1/2 in deviations of a game") {
    // 347.4 nElo are one standard deviation of a game, or the root of 2 standard deviations of a pair.
    CHECK(deviations_of_nelo(800 / std::log(10.)) == Approx(std::sqrt(2.)));
    CHECK(nelo_of_deviations(deviations_of_nelo(17)) == Approx(17));
    CHECK(elo_model_of("normalized") == EloModel::normalized);
    CHECK(elo_model_of(name_of(EloModel::logistic)) == EloModel::logistic);
    CHECK(!elo_model_of("bayesian"));
}

TEST_CASE("the bounds are Wald's") {
    const Sprt state = sprt(PairCounts(), {0, 5, 0.05, 0.1});
    CHECK(state.llr == 0);
    CHECK(state.lower == Approx(std::log(0.1 / 0.95)));
    CHECK(state.upper == Approx(std::log(0.9 / 0.05)));
    CHECK(state.verdict == SprtVerdict::go_on);
    CHECK(sprt(PairCounts(), {0, 5, 0.05, 0.05}).upper == Approx(2.944439));
}

TEST_CASE("verdicts") {
    const SprtSettings settings{0, 5, 0.05, 0.05};
    CHECK(sprt(PairCounts({100, 900, 2000, 1200, 200}), settings).verdict == SprtVerdict::accept_h1);
    CHECK(sprt(PairCounts({200, 1200, 2000, 900, 100}), settings).verdict == SprtVerdict::accept_h0);
    CHECK(sprt(PairCounts({10, 50, 100, 50, 10}), settings).verdict == SprtVerdict::go_on);
    CHECK(text(SprtVerdict::accept_h1) == "H1 accepted");
}

TEST_CASE("a verdict is given at the bounds and not before") {
    for (std::uint64_t wins = 0; wins <= 400; ++wins) {
        const Sprt state = sprt(PairCounts({200, 300, 500, 300, wins}), {-5, 15, 0.05, 0.1});
        CHECK((state.verdict == SprtVerdict::accept_h1) == (state.llr >= std::log(0.9 / 0.05)));
        CHECK((state.verdict == SprtVerdict::accept_h0) == (state.llr <= std::log(0.1 / 0.95)));
    }
}

TEST_CASE("outcomes that never happened weigh next to nothing") {
    // Nothing but pairs won: their probability is the expected score.
    CHECK(std::abs(llr({0, 0, 0, 0, 1000}, 0, 400) - 1000 * std::log(20. / 11)) < 0.05);
    // Solved by bisection elsewhere, with 0.001 pairs for each that is missing; with 0.5 it would be -35.46.
    CHECK(llr({0, 0, 50, 0, 0}, 0, 200) == Approx(-36.637202).epsilon(1e-6));
}

TEST_CASE("the other bot's view, with the hypotheses mirrored, is the same with the other sign") {
    CHECK(llr({7, 20, 60, 31, 9}, -3, 8) == Approx(-llr({9, 31, 60, 20, 7}, -8, 3)));
    CHECK(std::abs(llr({10, 30, 60, 30, 10}, -5, 5)) < 1e-9);
}

TEST_CASE("pairs are added from a bot's own scores") {
    PairCounts pairs;
    pairs.add(Score::win, Score::win);
    pairs.add(Score::win, Score::loss);
    pairs.add(Score::draw, Score::draw);
    pairs.add(Score::draw, Score::loss);
    CHECK(pairs.counts() == std::array<std::uint64_t, 5>{0, 1, 2, 0, 1});
    CHECK(pairs.pairs() == 4);
}

TEST_CASE("outcomes that never happened, and a million pairs, stay finite and have the right sign") {
    for (std::size_t only = 0; only < 5; ++only) {
        for (const std::uint64_t count : {1ULL, 3ULL, 1000ULL, 1'000'000ULL}) {
            for (const auto& [elo0, elo1] : {std::pair(0., 5.), std::pair(-1000., 1000.), std::pair(-0.01, 0.01)}) {
                std::array<std::uint64_t, 5> counts{};
                counts[only] = count;
                const SprtSettings normalised{elo0 / 5, std::min(200., elo1 / 5 + 0.01), 0.05, 0.05,
                                              EloModel::normalized};
                CHECK(std::isfinite(sprt(PairCounts(counts), normalised).llr));
                const double value = llr(counts, elo0, elo1);
                CAPTURE(only);
                CAPTURE(count);
                CHECK(std::isfinite(value));
                if (only > 2) CHECK(value > 0);
                if (only < 2) CHECK(value < 0);
            }
        }
    }
    // fishtest: three pairs won are 0.02 of the 2.94 that are needed.
    CHECK(llr({0, 0, 0, 0, 3}, -1.75, 0.25) == Approx(0.02).epsilon(0.15));
}

TEST_CASE("settings that make no test are refused") {
    const auto message = [](const SprtSettings& settings) { return error_of([&] { sprt(PairCounts(), settings); }); };
    CHECK(message({5, 5, 0.05, 0.05}).find("elo1 must be greater than elo0") != std::string::npos);
    CHECK(message({0, 0.001, 0.05, 0.05}).find("elo1 must be greater than elo0, by 0.01 or more") != std::string::npos);
    CHECK(message({5, 5.01, 0.05, 0.05}) == "(no error)");
    CHECK(message({0, 5000, 0.05, 0.05}).find("elo1=5000") != std::string::npos);
    CHECK(message({0, std::nan(""), 0.05, 0.05}).find("elo1") != std::string::npos);
    CHECK(message({0, 5, 0, 0.05}).find("alpha=0") != std::string::npos);
    CHECK(message({0, 5, 0.05, 0.5}).find("beta=0.5") != std::string::npos);
    CHECK(message({0, 5, 0.05, std::nan("")}).find("beta") != std::string::npos);
    CHECK(message({0, 201, 0.05, 0.05, EloModel::normalized}).find("from -200 to 200") != std::string::npos);
    CHECK(message({0, 5, 0.05, 0.05}) == "(no error)");
}

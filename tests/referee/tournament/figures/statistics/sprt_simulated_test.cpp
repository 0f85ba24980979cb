// The sequential test errs no more often than it promises, also when the two games of a pair depend on each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "referee/tournament/figures/statistics/sprt.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"
#include "tests/soak.hpp"

using namespace referee::tournament;

namespace {

/// Pairs with an exact expected score: each game is drawn with probability `draws` where the score allows it.
struct Pairs {
    std::string name;
    double draws;
    double swing;   // what the side is worth in points: added to one game, taken from the other
    double repeat;  // how often the second game only repeats the first
};

Score game(double expected, double draws, std::mt19937_64& random) {
    const double drawn = std::min({draws, 2 * expected, 2 * (1 - expected)});
    const double value = uniform(random);
    const double win = expected - drawn / 2;
    return value < win ? Score::win : value < win + drawn ? Score::draw : Score::loss;
}

/// The share of tests that accept H1 when the truth is `elo`.
double accepts_h1(const Pairs& pairs, const SprtSettings& settings, double elo, int tests) {
    std::mt19937_64 random(99);
    const double expected = 1 / (1 + std::pow(10, -elo / 400));
    int accepted = 0;
    for (int test = 0; test < tests; ++test) {
        PairCounts counts;
        SprtVerdict verdict = SprtVerdict::go_on;
        while (verdict == SprtVerdict::go_on) {
            const double swing = uniform(random) < 0.5 ? pairs.swing : -pairs.swing;
            const Score one = game(expected + swing, pairs.draws, random);
            const Score other = uniform(random) < pairs.repeat ? one : game(expected - swing, pairs.draws, random);
            counts.add(one, other);
            verdict = sprt(counts, settings).verdict;
        }
        accepted += verdict == SprtVerdict::accept_h1;
    }
    return double(accepted) / tests;
}

}  // namespace

TEST_CASE("errors are at most alpha and beta") {
    const int tests = repetitions(300, 1000);
    const Pairs kinds[] = {{"independent games", 0.3, 0, 0},
                           {"no draws", 0, 0, 0},
                           {"the side decides most games", 0.2, 0.35, 0},
                           {"half of the second games repeat the first", 0.2, 0, 0.5}};
    const SprtSettings settings[] = {{0, 30, 0.05, 0.05}, {-20, 60, 0.1, 0.05}};
    for (const Pairs& kind : kinds) {
        for (const SprtSettings& setting : settings) {
            const double alpha = accepts_h1(kind, setting, setting.elo0, tests);
            const double beta = 1 - accepts_h1(kind, setting, setting.elo1, tests);
            CAPTURE(kind.name);
            MESSAGE(kind.name << " " << setting.elo0 << ".." << setting.elo1 << ": " << alpha << " of " << setting.alpha
                              << ", " << beta << " of " << setting.beta);
            const auto sampling = [tests](double rate) { return 2.5 * std::sqrt(rate * (1 - rate) / tests); };
            CHECK(alpha < setting.alpha + sampling(setting.alpha));
            CHECK(beta < setting.beta + sampling(setting.beta));
            CHECK(alpha > setting.alpha / 4);
            CHECK(beta > setting.beta / 4);
        }
    }
}

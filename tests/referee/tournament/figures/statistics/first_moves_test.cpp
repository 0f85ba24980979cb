// First-move advantages of single entrants: they are found where there are many games, and shrunken where there are
// few.
#include "referee/tournament/figures/statistics/first_moves.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using namespace referee::tournament;

namespace {

constexpr double draw_weight = 0.5;

/// Each two play `pairs` pairs of games; entrant i is own[i] Elo stronger when it moves first than when it moves
/// second.
Results played(const std::vector<double>& elo, const std::vector<double>& own, int pairs, std::mt19937_64& random) {
    const Truth truth{elo, 0, draw_weight};
    Results results(elo.size());
    for (std::size_t a = 0; a < elo.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const double extra = (own[a] + own[b]) / 2;
            for (int pair = 0; pair < pairs; ++pair) {
                const Score first = truth.game(a, b, random, extra), second = truth.game(b, a, random, extra);
                results.add(a, b, first);
                results.add(b, a, second);
                results.add_pair(a, b, first, second);
            }
        }
    }
    return results;
}

}  // namespace

TEST_CASE("many games tell each one's advantage") {
    std::mt19937_64 random(1);
    const std::vector<double> own = {150, 0, 0, 50, -100};
    const double share = score_scale(20, draw_weight);
    const auto moves = first_moves(played({100, 50, 0, -50, -100}, own, 1000, random));
    for (std::size_t i = 0; i < own.size(); ++i) {
        CAPTURE(i);
        CHECK(*moves[i].interval.lower < share * own[i]);
        CHECK(*moves[i].interval.upper > share * own[i]);
        CHECK(*moves[i].interval.upper - *moves[i].interval.lower < 60);
        CHECK(std::abs(*moves[i].elo - share * own[i]) < 20);
    }
}

TEST_CASE("a few games tell little, and every one's advantage is nearly that of all") {
    std::mt19937_64 random(2);
    const Results results = played({100, 50, 0, -50, -100}, {150, 0, 0, 50, -100}, 1, random);
    const Ratings ratings = rate(results);
    double sum = 0;
    for (const FirstMove& move : first_moves(results)) {
        sum += *move.elo / 5;
        CHECK(*move.interval.upper - *move.interval.lower > 150);
        CHECK(std::abs(*move.elo - *ratings.first_move.elo) < 100);
    }
    CHECK(std::abs(sum - *ratings.first_move.elo) < 20);
}

TEST_CASE("an entrant without games has none, and without games nobody has one") {
    std::mt19937_64 random(3);
    Results results(3);
    results.add(0, 1, Score::win);
    const auto moves = first_moves(results);
    CHECK(moves[0].elo);
    CHECK(moves[1].elo);
    CHECK(!moves[2].elo);
    CHECK(!first_moves(Results(3))[0].elo);
}

TEST_CASE("intervals hold the truth in about 95 % of the cases") {
    std::mt19937_64 random(4);
    std::normal_distribution<double> normal;
    int held = 0, all = 0;
    for (int tournament = 0; tournament < 100; ++tournament) {
        std::vector<double> elo, own;
        for (int i = 0; i < 6; ++i) {
            elo.push_back(150 * normal(random));
            own.push_back(30 + 80 * normal(random));
        }
        const auto moves = first_moves(played(elo, own, 8, random));
        const double share = score_scale(std::accumulate(own.begin(), own.end(), 0.) / 6, draw_weight);
        for (std::size_t i = 0; i < own.size(); ++i, ++all)
            held += *moves[i].interval.lower <= share * own[i] && share * own[i] <= *moves[i].interval.upper ? 1 : 0;
    }
    CAPTURE(held);
    CHECK(held > 0.92 * all);
    CHECK(held < 0.985 * all);
}

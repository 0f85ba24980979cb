// Entrants that can't be told apart share a place, and the intervals of ranks agree with the likelihood of superiority.
#include "referee/tournament/figures/statistics/places.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <random>

#include "referee/tournament/figures/statistics/rank_estimates.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using doctest::Approx;
using namespace referee::tournament;

namespace {

/// Entrants in the order of their ratings, the highest first.
std::vector<std::size_t> by_rating(const Ratings& ratings) {
    std::vector<std::size_t> order(ratings.entrants.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return *ratings.entrants[i].elo; });
    return order;
}

std::vector<int> places_of(const Results& results) {
    const Ratings ratings = rate(results);
    return places_by_strength(ratings, by_rating(ratings), [](std::size_t, std::size_t) { return true; });
}

void meet(Results& results, std::size_t a, std::size_t b, std::uint64_t wins, std::uint64_t losses) {
    results.add(a, b, Tally{wins, 0, losses});
    results.add(b, a, Tally{losses, 0, wins});
}

}  // namespace

TEST_CASE("three clear entrants have three places, two equal ones share theirs") {
    Results clear(3);
    meet(clear, 0, 1, 45, 15);
    meet(clear, 1, 2, 45, 15);
    meet(clear, 0, 2, 50, 10);
    CHECK(places_of(clear) == std::vector{1, 2, 3});
    Results equal(4);  // 1 and 2 have the same results, and 0 and 3 are far away
    meet(equal, 0, 1, 45, 15);
    meet(equal, 0, 2, 45, 15);
    meet(equal, 1, 2, 30, 30);
    meet(equal, 1, 3, 45, 15);
    meet(equal, 2, 3, 45, 15);
    meet(equal, 0, 3, 55, 5);
    CHECK(places_of(equal) == std::vector{1, 2, 2, 4});
}

TEST_CASE("a likelihood of 95 % separates") {
    for (std::uint64_t wins = 20; wins <= 40; ++wins) {
        Results results(2);
        meet(results, 0, 1, wins, 40 - wins);
        CAPTURE(wins);
        CHECK(places_of(results).back() == (superiority_of(results)(0, 1) >= 0.95 ? 2 : 1));
    }
}

TEST_CASE("a place counts the lines above that are separated, and never gets better down the table") {
    // Line 2 is below line 0 only, line 3 below nobody, and line 4 below all.
    const auto is_below = [](std::size_t line, std::size_t above) { return (line == 2 && above == 0) || line == 4; };
    CHECK(shared_places(5, is_below) == std::vector{1, 1, 2, 2, 5});
    CHECK(shared_places(0, is_below).empty());
    std::mt19937_64 random(5);
    for (int table = 0; table < 20; ++table) {
        const Truth truth{{0, 10, 20, 40, 80, 80, 160, 160, 300}, 30, 0.5};
        const std::vector<int> places = places_of(truth.round_robin(1 + table, random));
        CHECK(places.front() == 1);
        CHECK(std::ranges::is_sorted(places));
        for (std::size_t line = 0; line < places.size(); ++line)
            CHECK(places[line] <= static_cast<int>(line) + 1);
    }
}

TEST_CASE("entrants without a common game are separated by the table's own rules") {
    Results apart(4);
    meet(apart, 0, 1, 50, 10);
    meet(apart, 2, 3, 50, 10);
    const Ratings ratings = rate(apart);
    const auto places = [&](bool differ) {
        return places_by_strength(ratings, {0, 2, 1, 3}, [&](std::size_t, std::size_t) { return differ; });
    };
    CHECK(places(true) == std::vector{1, 2, 3, 4});
    CHECK(places(false) == std::vector{1, 1, 2, 2});
}

TEST_CASE("ranks of two agree with the likelihood of superiority") {
    for (const std::uint64_t wins : {20U, 24U, 26U, 30U}) {
        Results results(2);
        meet(results, 0, 1, wins, 40 - wins);
        const auto ranks = rank_estimates(rate(results));
        const double stronger = superiority_of(results)(0, 1);
        CAPTURE(wins);
        CHECK(*ranks[0]->best == Approx(stronger).epsilon(0.005));
        CHECK(*ranks[0]->best + *ranks[1]->best == Approx(1));
        CHECK(ranks[0]->lower == 1);
        CHECK(ranks[0]->upper == (stronger >= 0.975 ? 1 : 2));
        CHECK(ranks[1]->lower == (stronger >= 0.975 ? 2 : 1));
    }
}

TEST_CASE("entrants with equal results are the best with equal chances") {
    Results results(6);  // three leaders, and three whom all before them have beaten
    for (std::size_t one = 0; one < 6; ++one)
        for (std::size_t other = one + 1; other < 6; ++other)
            other < 3 ? meet(results, one, other, 2, 2) : meet(results, one, other, 4, 0);
    const auto ranks = rank_estimates(rate(results));
    for (const std::size_t leader : {0U, 1U, 2U})
        CHECK(std::abs(*ranks[leader]->best - 1. / 3) < 0.01);
}

TEST_CASE("ranks agree with random points of the posterior, also with many entrants") {
    for (const std::size_t entrants : {5U, 120U}) {
        std::mt19937_64 random(entrants);
        std::normal_distribution<> normal;
        Truth truth{{}, 30, 0.5};
        for (std::size_t i = 0; i < entrants; ++i)
            truth.elo.push_back(150 * normal(random));
        const Ratings ratings = rate(truth.round_robin(1, random), {.intervals = false});
        const auto found = rank_estimates(ratings);
        constexpr int points = 20000;
        std::vector<std::vector<double>> ranks(entrants, std::vector<double>(entrants));
        for (const ShrunkenPart& part : ratings.posterior->shrunken.parts()) {
            const auto size = static_cast<Eigen::Index>(entrants);
            const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(part.covariance.topLeftCorner(size, size));
            const Eigen::MatrixXd root =
                solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
            const int count = std::max(1, static_cast<int>(part.weight * points));
            for (int point = 0; point < count; ++point) {
                const Eigen::VectorXd drawn =
                    part.means.head(size) + root * Eigen::VectorXd::NullaryExpr(size, [&] { return normal(random); });
                std::vector<std::size_t> order(entrants);
                for (std::size_t i = 0; i < entrants; ++i)
                    order[i] = i;
                std::ranges::sort(order, std::greater(),
                                  [&](std::size_t i) { return drawn[static_cast<Eigen::Index>(i)]; });
                for (std::size_t rank = 0; rank < entrants; ++rank)
                    ranks[order[rank]][rank] += part.weight / count;
            }
        }
        double sum = 0;
        for (std::size_t i = 0; i < entrants; ++i) {
            const auto share = [&](int from, int to) {
                return std::accumulate(ranks[i].begin() + from - 1, ranks[i].begin() + to, 0.);
            };
            CAPTURE(entrants);
            CAPTURE(i);
            CHECK(std::abs(*found[i]->best - ranks[i].front()) < 0.02);
            CHECK(share(found[i]->lower, found[i]->upper) > 0.94);
            // One rank less at either end would leave out too much.
            CHECK(share(1, found[i]->lower) > 0.018);
            CHECK(share(found[i]->upper, static_cast<int>(entrants)) > 0.018);
            sum += *found[i]->best;
        }
        CHECK(sum == Approx(1));
    }
}

TEST_CASE("a likelihood that is not given separates neither places nor ranks") {
    Results results(4);
    meet(results, 0, 1, 50, 10);
    meet(results, 1, 2, 50, 10);
    meet(results, 0, 2, 55, 5);
    meet(results, 2, 3, 50, 10);
    Ratings ratings = rate(results);
    const auto places = [&] {
        return places_by_strength(ratings, {0, 1, 2, 3}, [](std::size_t, std::size_t) { return true; });
    };
    CHECK(places() == std::vector{1, 2, 3, 4});
    const auto ranks = rank_estimates(ratings);
    CHECK(*ranks[0]->best > 0.999);
    CHECK(ranks[1]->lower == 2);
    CHECK(ranks[1]->upper == 2);

    // Without some games of 0 against 1 that a busy machine decided, both are equal.
    Results undisturbed(4);
    meet(undisturbed, 0, 1, 10, 10);
    meet(undisturbed, 1, 2, 50, 10);
    meet(undisturbed, 0, 2, 50, 10);
    meet(undisturbed, 2, 3, 50, 10);
    ratings.undisturbed = std::make_shared<Ratings>(rate(undisturbed));
    CHECK(!given_superiority(ratings, 0, 1));
    CHECK(given_superiority(ratings, 0, 2) > 0.95);
    CHECK(places() == std::vector{1, 1, 3, 4});
    auto shared = rank_estimates(ratings);
    for (const std::size_t i : {0U, 1U}) {
        CHECK(!shared[i]->best);
        CHECK(shared[i]->lower == 1);
        CHECK(shared[i]->upper == 2);
    }
    CHECK(shared[2]->lower == 3);
    CHECK(shared[2]->best == ranks[2]->best);

    // If the games of 2 against 3 had no weight, nothing would tell these two apart.
    ratings.undisturbed = nullptr;
    ratings.unrated = {{2, 3}};
    CHECK(places() == std::vector{1, 2, 3, 3});
    shared = rank_estimates(ratings);
    CHECK(shared[2]->upper == 4);
    CHECK(shared[3]->lower == 3);
    CHECK(!shared[3]->best);
}

TEST_CASE("a probability is at most 1") {
    Results results(3);
    meet(results, 0, 1, 60, 0);
    meet(results, 1, 2, 60, 0);
    meet(results, 0, 2, 60, 0);
    for (const auto& rank : rank_estimates(rate(results)))
        CHECK(*rank->best <= 1);
}

TEST_CASE("ranks count within a connected part, and an entrant without games has none") {
    Results apart(5);
    meet(apart, 0, 1, 60, 0);
    meet(apart, 2, 3, 60, 0);
    const auto ranks = rank_estimates(rate(apart));
    CHECK(ranks[0]->upper == 1);
    CHECK(ranks[2]->upper == 1);
    CHECK(ranks[3]->lower == 2);
    CHECK(ranks[3]->upper == 2);
    CHECK(!ranks[4]);
}

// The equilibrium of greatest entropy, where it is known, and its conditions, where it is not.
#include "referee/tournament/figures/statistics/nash.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

using doctest::Approx;
using namespace referee::tournament;

namespace {

Eigen::MatrixXd antisymmetric(Eigen::Index rows, const std::function<double(Eigen::Index, Eigen::Index)>& odds) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(rows, rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            matrix(i, j) = odds(i, j);
            matrix(j, i) = -matrix(i, j);
        }
    }
    return matrix;
}

void check_weights(const std::optional<Eigen::VectorXd>& found, const std::vector<double>& expected) {
    REQUIRE(found);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CAPTURE(i);
        CHECK((*found)[static_cast<Eigen::Index>(i)] == Approx(expected[i]).epsilon(1e-4));
    }
}

}  // namespace

TEST_CASE("equilibria that are known") {
    Eigen::MatrixXd circle(3, 3);
    circle << 0, 1, -1, -1, 0, 1, 1, -1, 0;
    check_weights(equilibrium(circle), {1 / 3., 1 / 3., 1 / 3.});
    Eigen::MatrixXd uneven(3, 3);  // a wins by 1 against b, b by 2 against c, c by 4 against a
    uneven << 0, 1, -4, -1, 0, 2, 4, -2, 0;
    check_weights(equilibrium(uneven), {2 / 7., 4 / 7., 1 / 7.});
    Eigen::MatrixXd copies(4, 4);  // the last two are the same
    copies << 0, 1, -1, -1, -1, 0, 1, 1, 1, -1, 0, 0, 1, -1, 0, 0;
    check_weights(equilibrium(copies), {1 / 3., 1 / 3., 1 / 6., 1 / 6.});
    check_weights(equilibrium(Eigen::MatrixXd::Zero(5, 5)), {0.2, 0.2, 0.2, 0.2, 0.2});
    check_weights(equilibrium(Eigen::MatrixXd::Zero(1, 1)), {1});
}

TEST_CASE("the best of a transitive field has all the weight") {
    for (const double step : {0.02, 0.5, 3.}) {
        CAPTURE(step);
        const auto weights =
            equilibrium(antisymmetric(30, [&](auto i, auto j) { return step * static_cast<double>(j - i); }));
        REQUIRE(weights);
        CHECK((*weights)[0] > 0.999);
    }
}

TEST_CASE("nobody beats the equilibrium of a random field") {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    for (const Eigen::Index rows : {2, 3, 5, 10, 40, 150}) {
        for (int count = 0; count < (rows < 50 ? 20 : 1); ++count) {
            const Eigen::MatrixXd odds = antisymmetric(rows, [&](auto, auto) { return normal(random); });
            const auto weights = equilibrium(odds);
            CAPTURE(rows);
            REQUIRE(weights);
            CHECK(weights->sum() == Approx(1));
            CHECK(weights->minCoeff() >= 0);
            CHECK((odds * *weights).maxCoeff() < 2e-5);
        }
    }
}

TEST_CASE("Nash averages of games") {
    Results results(4);
    for (std::size_t i = 0; i < 3; ++i) {
        results.add(i, (i + 1) % 3, {8, 0, 2});
        results.add(i, 3, {9, 0, 1});
    }
    const auto averages = nash_averages(results);
    REQUIRE(averages);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK((*averages)[i].weight == Approx(1 / 3.).epsilon(1e-4));
        CHECK((*averages)[i].elo == 0);
    }
    CHECK((*averages)[3].weight == 0);
    CHECK((*averages)[3].elo == Approx(400 * std::log10(1.5 / 9.5)).epsilon(1e-4));
    results.set_weight(0, 1, 0);
    CHECK_FALSE(nash_averages(results));  // these two have no game that counts
    CHECK_FALSE(nash_averages(Results(0)));
}

TEST_CASE("a Nash rating is the expected log-odds against the weights that are given") {
    std::mt19937_64 random(7);
    int losers = 0;
    for (int count = 0; count < 2000; ++count) {
        constexpr std::size_t entrants = 6;
        Results results(entrants);
        Eigen::MatrixXd odds = Eigen::MatrixXd::Zero(entrants, entrants);
        for (std::size_t a = 0; a < entrants; ++a) {
            for (std::size_t b = a + 1; b < entrants; ++b) {
                const std::uint64_t won = random() % 8, lost = 1 + random() % 7;
                results.add(a, b, {won, 0, lost});
                const auto i = static_cast<Eigen::Index>(a), j = static_cast<Eigen::Index>(b);
                odds(i, j) = 400 * std::log10((static_cast<double>(won) + 0.5) / (static_cast<double>(lost) + 0.5));
                odds(j, i) = -odds(i, j);
            }
        }
        const auto averages = nash_averages(results);
        REQUIRE(averages);
        Eigen::VectorXd weights(entrants);
        for (std::size_t i = 0; i < entrants; ++i)
            weights[static_cast<Eigen::Index>(i)] = (*averages)[i].weight;
        const Eigen::VectorXd expected = odds * weights;
        for (std::size_t i = 0; i < entrants; ++i) {
            CAPTURE(i);
            CHECK((*averages)[i].elo ==
                  Approx(std::min(0., expected[static_cast<Eigen::Index>(i)])).scale(1).epsilon(0.03));
            if ((*averages)[i].weight > 0) continue;
            CHECK((*averages)[i].elo == Approx(expected[static_cast<Eigen::Index>(i)]).epsilon(1e-9));
            ++losers;
        }
    }
    CHECK(losers > 100);
}

// The maximum is one: no direction leads up from it.
#include "referee/tournament/figures/statistics/likelihood.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using doctest::Approx;
using referee::tournament::Cell;
using referee::tournament::Likelihood;
using referee::tournament::Peak;

namespace {

Likelihood sample(double nu) {
    std::mt19937_64 random(3);
    const Truth truth{{0, 100, 200, 300, 900}, 50, nu};
    std::vector<Cell> cells;
    const auto results = truth.round_robin(20, random);
    for (const auto& [pair, tally] : results.tallies()) {
        cells.push_back({pair.first, pair.second, double(tally.wins), double(tally.draws), double(tally.losses)});
    }
    return almost_without_prior(Likelihood(5, cells, 1));
}

}  // namespace

TEST_CASE("the value is that of the formula") {
    const Likelihood model = almost_without_prior(Likelihood(2, {{0, 1, 3, 2, 1}}, 0));
    Eigen::VectorXd x(4);
    x << 0.4, -0.1, 0.2, -0.5;
    const double win = std::exp(0.35), draw = std::exp(-0.5), loss = std::exp(-0.35), sum = win + draw + loss;
    CHECK(model.value(x) == Approx(3 * std::log(win / sum) + 2 * std::log(draw / sum) + std::log(loss / sum)));
}

TEST_CASE("from the maximum every direction leads down, equally on both sides") {
    for (const double nu : {0., 0.7}) {
        const Likelihood model = sample(nu);
        const Peak best = model.maximum();
        CHECK(best.value == Approx(model.value(best.x)).epsilon(1e-12));
        CHECK(std::abs(best.x.head(5).sum()) < 1e-9);
        for (Eigen::Index i = 0; i < model.size(); ++i) {
            const Eigen::VectorXd step = 1e-4 * Eigen::VectorXd::Unit(model.size(), i);
            const double up = model.value(best.x + step), down = model.value(best.x - step);
            CHECK(std::max(up, down) < best.value);
            CHECK(std::abs(up - down) < 1e-8);
            // Along a parameter the curve is that of the information; the variance of all else fixed is less.
            CHECK(2e-8 * 0.5 / (2 * best.value - up - down) < 1.001 * model.covariance(best.x)(i, i));
        }
    }
}

TEST_CASE("Newton's method finds the maximum from far away") {
    const Likelihood model = sample(0.7);
    const Peak best = model.maximum();
    Eigen::VectorXd start = Eigen::VectorXd::Constant(model.size(), -30);
    start[2] = 400;
    const Peak found = model.maximum(start);
    CHECK(found.value == Approx(best.value).epsilon(1e-9));
}

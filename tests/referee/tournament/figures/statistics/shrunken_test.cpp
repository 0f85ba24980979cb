// The posterior agrees with a long Markov chain of the same model, and is sane where there is little to know.
#include "referee/tournament/figures/statistics/shrunken.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "referee/tournament/figures/statistics/divisions.hpp"

using namespace referee::tournament;

namespace {

const double elo_of_unit = 400 / std::log(10.);

/// Six bots. The first one has won all its games but a draw, the last one has lost all.
const std::vector<Cell> few_games = {{0, 1, 1, 0, 0}, {1, 0, 0, 0, 1}, {0, 2, 1, 0, 0}, {2, 0, 0, 1, 0},
                                     {1, 2, 1, 0, 1}, {2, 1, 0, 2, 0}, {3, 1, 1, 0, 1}, {1, 3, 0, 1, 1},
                                     {3, 4, 2, 0, 0}, {4, 3, 1, 0, 1}, {4, 5, 1, 1, 0}, {5, 4, 0, 0, 2},
                                     {0, 3, 2, 0, 0}, {3, 0, 0, 1, 1}};

}  // namespace

TEST_CASE("means and standard deviations are nearly those of a Markov chain") {
    const Shrunken found = Shrunken::of_one_group(6, few_games);
    // 400 chains of 12,000 steps, by an independent program.
    const double means[] = {316.7, -65.4, -22.2, 55.7, -23.0, -261.9};
    const double deviations[] = {223.8, 119.2, 142.6, 110.4, 133.8, 249.8};
    for (Eigen::Index i = 0; i < 6; ++i) {
        const double deviation = elo_of_unit * std::sqrt(found.covariance()(i, i));
        CHECK(std::abs(elo_of_unit * found.means()[i] - means[i]) < 0.1 * deviations[i]);
        CHECK(deviation / deviations[i] > 0.9);
        CHECK(deviation / deviations[i] < 1.02);
    }
    CHECK(found.stronger(0, 1) == doctest::Approx(0.9554).epsilon(0.01));
    CHECK(found.stronger(3, 4) == doctest::Approx(0.6472).epsilon(0.01));
    double width = 0;
    for (const ShrunkenPart& part : found.parts())
        width += elo_of_unit * part.weight * part.spread.width;
    CHECK(width == doctest::Approx(264.9).epsilon(0.06));
}

TEST_CASE("who wins some games and draws all others is stronger, however many are drawn") {
    const std::vector<Cell> drawn = {{0, 1, 26, 474, 0}, {1, 0, 0, 476, 24}};
    const Shrunken found = Shrunken::of_spread(2, drawn, {400 / elo_of_unit, {}, {}});
    // Integrated over a grid of the difference, the side and ln nu.
    CHECK(found.means()[0] - found.means()[1] == doctest::Approx(4.52).epsilon(0.02));
    for (const double games : {40., 100., 400., 1000., 10000.}) {
        for (const double share : {.02, .05, .2, .5}) {
            for (const double as_first : {.5, 1.}) {
                const double wins = games * share, first = wins * as_first, second = wins - first;
                const Shrunken one(2, {{0, 1, first, games / 2 - first, 0}, {1, 0, 0, games / 2 - second, second}});
                INFO(wins, " wins in ", games, " games, ", first, " as first");
                CHECK(one.stronger(0, 1) > (wins < 2 ? 0.6 : wins < 5 ? 0.75 : 0.93));
                if (wins >= 8) CHECK(one.stronger(0, 1) > 0.975);
            }
        }
    }
    std::vector<Cell> field;  // the first bot wins a twentieth of its games, and all others are drawn
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            if (i != j) field.push_back({i, j, i == 0 ? 5. : 0., i == 0 || j == 0 ? 95. : 100., j == 0 ? 5. : 0.});
    const Shrunken all(6, field);
    for (std::size_t other = 1; other < 6; ++other)
        CHECK(all.stronger(0, other) > 0.99);
}

TEST_CASE("quantiles, superiority and covariance agree with each other") {
    const Shrunken found(6, few_games);
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(found.means().size());
    weights[3] = 1;
    weights[4] = -1;
    CHECK(found.elo_marginal(weights).quantile(1 - found.stronger(3, 4)) == doctest::Approx(0).epsilon(1e-5));
    CHECK(found.stronger(3, 4) + found.stronger(4, 3) == doctest::Approx(1));
    CHECK(std::abs(found.means().head(6).sum()) < 1e-9);
    double sum = 0;
    for (const ShrunkenPart& part : found.parts())
        sum += part.weight;
    CHECK(sum == doctest::Approx(1));
}

TEST_CASE("the probabilities of all divisions with as many borders add up to that of these borders") {
    Eigen::VectorXd ratings(5);
    ratings << 0, 1, 2.5, 4, 7;
    std::array<double, 2> sums = {};
    for (const LikelyDivision& one : likely_divisions(ratings, 100)) {
        double log_ways = std::lgamma(6);
        for (const auto& group : one.division)
            log_ways -= std::lgamma(static_cast<double>(group.size()) + 1);
        sums.at(one.division.size() - 2) += std::exp(one.log_prior + log_ways);
    }
    CHECK(sums[0] == doctest::Approx(0.3));
    CHECK(sums[1] == doctest::Approx(0.09));
}

TEST_CASE(
    "ratings do not depend on who of two entrants is named first, even if a division is as likely as its mirror") {
    // The border below the best entrant is as likely as the one above the worst.
    const std::vector<Cell> cells = {{0, 1, 1, 1, 0}, {0, 2, 1, 0, 0}, {1, 0, 1, 1, 1}, {1, 2, 0, 1, 0},
                                     {2, 0, 0, 1, 0}, {2, 1, 0, 0, 1}, {3, 4, 0, 1, 0}, {3, 5, 0, 0, 1},
                                     {4, 3, 1, 0, 0}, {4, 5, 1, 0, 0}, {5, 3, 0, 1, 0}, {5, 4, 0, 1, 0}};
    for (const double games : {.7, .8, .9, 1., 1.1}) {
        std::vector<Cell> usual, mirrored;
        for (const auto& [first, second, wins, draws, losses] : cells) {
            usual.push_back({first, second, games * wins, games * draws, games * losses});
            mirrored.push_back({second, first, games * losses, games * draws, games * wins});
        }
        const Shrunken one(6, usual), other(6, mirrored);
        for (Eigen::Index i = 0; i < 6; ++i)
            CHECK(elo_of_unit * std::abs(one.means()[i] - other.means()[i]) < 1e-3);
    }
}

TEST_CASE("entrants without a game are average, and as uncertain as the prior") {
    const Shrunken found(7, few_games);
    CHECK(std::abs(elo_of_unit * found.means()[6]) < 10);
    CHECK(elo_of_unit * std::sqrt(found.covariance()(6, 6)) > 150);
}

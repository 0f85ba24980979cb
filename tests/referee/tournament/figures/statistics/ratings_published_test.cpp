// Ratings agree with what others have published for the same games, and with solutions on paper.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "referee/tournament/figures/statistics/likelihood.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using doctest::Approx;
using referee::tournament::cells_of;
using referee::tournament::draw_rate_of;
using referee::tournament::Likelihood;
using referee::tournament::rate;
using referee::tournament::Ratings;
using referee::tournament::Results;
using referee::tournament::Tally;

namespace {

double natural(double elo) {
    return elo * std::log(10.) / 400;
}

/// The parameters of greatest likelihood in Elo: the ratings and the first-move advantage.
Eigen::VectorXd best_of(const Results& results) {
    return 400 / std::log(10.) * almost_without_prior(Likelihood(results.entrants(), cells_of(results), 0)).maximum().x;
}

/// The ratings as shares that add up to 1, as statisticians print them.
std::vector<double> shares(const Eigen::VectorXd& best, Eigen::Index entrants) {
    std::vector<double> values;
    double sum = 0;
    for (Eigen::Index i = 0; i < entrants; ++i) {
        values.push_back(std::exp(natural(best[i])));
        sum += values.back();
    }
    for (double& value : values) {
        value /= sum;
    }
    return values;
}

}  // namespace

TEST_CASE("Davidson's chocolate puddings (1970): six brands, many ties") {
    struct Row {
        std::size_t i, j;
        std::uint64_t i_wins, j_wins, ties;
    };
    const Row rows[] = {{1, 2, 19, 22, 16}, {1, 3, 16, 19, 12}, {2, 3, 19, 19, 10}, {1, 4, 18, 23, 13},
                        {2, 4, 23, 19, 9},  {3, 4, 19, 20, 15}, {1, 5, 13, 19, 18}, {2, 5, 16, 20, 12},
                        {3, 5, 16, 15, 17}, {4, 5, 17, 14, 16}, {1, 6, 18, 21, 12}, {2, 6, 22, 20, 12},
                        {3, 6, 13, 18, 10}, {4, 6, 14, 19, 18}, {5, 6, 11, 21, 12}};
    Results results(6);
    for (const auto& [i, j, i_wins, j_wins, ties] : rows) {  // nothing moves first: once each way round
        results.add(i - 1, j - 1, Tally{i_wins, ties, j_wins});
        results.add(j - 1, i - 1, Tally{j_wins, ties, i_wins});
    }
    const Eigen::VectorXd best = best_of(results);
    const std::vector<double> published = {0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855};
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(std::abs(shares(best, 6)[i] - published[i]) < 3e-5);
    }
    CHECK(best[6] == Approx(0).epsilon(1e-6));
    CHECK(best.head(6).sum() == Approx(0).epsilon(1e-3));
}

TEST_CASE("Agresti's baseball season (Categorical Data Analysis, 2002, section 10.6): home advantage, no draws") {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore; home wins and losses.
    const std::array<std::array<std::array<std::uint64_t, 2>, 7>, 7> home = {
        {{{{0, 0}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}}},
         {{{3, 3}, {0, 0}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}}},
         {{{2, 5}, {4, 3}, {0, 0}, {2, 4}, {4, 3}, {4, 2}, {6, 0}}},
         {{{3, 3}, {5, 1}, {2, 5}, {0, 0}, {4, 3}, {4, 2}, {6, 1}}},
         {{{5, 1}, {2, 5}, {3, 3}, {4, 2}, {0, 0}, {5, 2}, {6, 0}}},
         {{{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {0, 0}, {2, 4}}},
         {{{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {0, 0}}}}};
    Results results(7);
    for (std::size_t i = 0; i < 7; ++i) {
        for (std::size_t j = 0; j < 7; ++j) {
            if (i != j) results.add(i, j, Tally{home[i][j][0], 0, home[i][j][1]});
        }
    }
    const Eigen::VectorXd best = best_of(results);
    CHECK(natural(best[7]) == Approx(0.302).epsilon(0.0016));
    const std::vector<double> published = {0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
    for (std::size_t i = 0; i < 7; ++i) {
        CHECK(std::abs(shares(best, 7)[i] - published[i]) < 0.0006);
    }
}

TEST_CASE("75 %, 75 % and 90 % are 191, 0 and -191 (K. Laskos on talkchess.com, 2012)") {
    Results results(3);
    const auto both_sides = [&](std::size_t a, std::size_t b, std::uint64_t wins, std::uint64_t losses) {
        results.add(a, b, Tally{wins, 0, losses});
        results.add(b, a, Tally{losses, 0, wins});
    };
    both_sides(0, 1, 45, 15);
    both_sides(1, 2, 45, 15);
    both_sides(0, 2, 54, 6);
    const Eigen::VectorXd best = best_of(results);
    CHECK(best[0] == Approx(400 * std::log10(3.)).epsilon(1e-5));
    CHECK(std::abs(best[1]) < 1e-3);
    CHECK(best[2] == Approx(-190.848).epsilon(1e-5));
}

TEST_CASE("two players, on paper") {
    SUBCASE("each side by itself: half the difference and half the sum of the log odds") {
        Results results(2);
        results.add(0, 1, Tally{30, 0, 10});
        results.add(1, 0, Tally{24, 0, 16});
        const Eigen::VectorXd best = best_of(results);
        const double as_first = std::log10(3.), of_other = std::log10(1.5);
        CHECK(best[0] - best[1] == Approx(200 * (as_first - of_other)).epsilon(1e-6));
        CHECK(best[2] == Approx(200 * (as_first + of_other)).epsilon(1e-6));
    }
    SUBCASE("draws leave the odds of win to loss as they are") {
        Results results(2);
        results.add(0, 1, Tally{20, 50, 10});
        results.add(1, 0, Tally{10, 50, 20});
        CHECK(best_of(results)[0] == Approx(200 * std::log10(2.)).epsilon(1e-6));
        const referee::tournament::DrawRate draws = draw_rate_of(results.total());
        CHECK(draws.draws == 100);
        CHECK(*draws.share == Approx(0.625));
        // Jeffreys: quantiles of Beta(100.5, 60.5).
        CHECK(*draws.interval.lower == Approx(0.5484).epsilon(0.001));
        CHECK(*draws.interval.upper == Approx(0.6973).epsilon(0.001));
    }
    SUBCASE("with many games the interval is that of the Fisher information") {
        Results results(2);
        results.add(0, 1, Tally{6000, 0, 4000});
        results.add(1, 0, Tally{4000, 0, 6000});
        const Ratings ratings = rate(results);
        const double error = 400 / std::log(10.) / std::sqrt(20000 * 0.24) / 2;  // of half the difference
        CHECK(*ratings.entrants[0].interval.upper - *ratings.entrants[0].elo == Approx(1.95996 * error).epsilon(0.002));
        CHECK(*ratings.entrants[0].elo - *ratings.entrants[0].interval.lower == Approx(1.95996 * error).epsilon(0.002));
    }
}

// Everybody with a game has a rating and an interval with two ends, whatever the results are.
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/rating_covariance.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>
#include <stdexcept>

#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using doctest::Approx;
using namespace referee::tournament;

namespace {

void finite(const Interval& interval) {
    REQUIRE((interval.lower && interval.upper));
    CHECK(std::abs(*interval.lower) < 1e5);
    CHECK(std::abs(*interval.upper) < 1e5);
    CHECK(*interval.lower < *interval.upper);
}

/// Checks that hold for every tournament.
Ratings sane(const Results& results) {
    const Ratings ratings = rate(results);
    CHECK(ratings.entrants.size() == results.entrants());
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        const Rating& rating = ratings.entrants[i];
        CHECK(rating.elo.has_value() == (results.of(i).games() > 0));
        if (!rating.elo) {
            CHECK_FALSE((rating.interval.lower || rating.interval.upper));
            continue;
        }
        CHECK(std::abs(*rating.elo) < 1e5);
        finite(rating.interval);
        CHECK(*rating.interval.lower <= *rating.elo);
        CHECK(*rating.elo <= *rating.interval.upper);
    }
    CHECK(ratings.first_move.elo.has_value() == (results.total().games() > 0));
    if (ratings.first_move.elo) finite(ratings.first_move.interval);
    const Superiority matrix = superiority_of(results);
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        CHECK(matrix(i, i) == 0.5);
        for (std::size_t j = 0; j < results.entrants(); ++j) {
            CHECK((matrix(i, j) >= 0 && matrix(i, j) <= 1));
            CHECK(matrix(i, j) + matrix(j, i) == Approx(1));
        }
    }
    return ratings;
}

}  // namespace

TEST_CASE("entrants without games change nothing") {
    Results two(2), four(4);
    two.add(0, 1, {8, 1, 1});
    two.add(1, 0, {2, 0, 6});
    two.add_pair(0, 1, Score::win, Score::loss);
    four.add(1, 3, {8, 1, 1});
    four.add(3, 1, {2, 0, 6});
    four.add_pair(1, 3, Score::win, Score::loss);
    const Ratings of_two = rate(two), of_four = rate(four);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const Rating &expected = of_two.entrants[i], &rating = of_four.entrants[2 * i + 1];
        CHECK(*rating.elo == doctest::Approx(*expected.elo));
        CHECK(*rating.interval.lower == doctest::Approx(*expected.interval.lower));
        CHECK(*rating.interval.upper == doctest::Approx(*expected.interval.upper));
    }
    CHECK_FALSE(of_four.entrants[0].elo);
    CHECK(*of_four.first_move.elo == doctest::Approx(*of_two.first_move.elo));
    CHECK(*of_four.equal_draws.share == doctest::Approx(*of_two.equal_draws.share));
    CHECK(*difference_of(of_four, 1, 3)->los == doctest::Approx(*difference_of(of_two, 0, 1)->los));
    CHECK(rating_covariance(of_four)(1, 1) == doctest::Approx(rating_covariance(of_two)(0, 0)));
    // Also under a prior that is given.
    const RatingSettings known{.spread = Spread{1, {{0, 1}, {2, 3}}, {2}}};
    const RatingSettings among{.spread = Spread{1, {{0}, {1}}, {2}}};
    CHECK(*rate(four, known).entrants[1].elo == doctest::Approx(*rate(two, among).entrants[0].elo));
}

TEST_CASE("nothing to rate") {
    CHECK(sane(Results(0)).entrants.empty());
    const Ratings alone = sane(Results(1));
    CHECK_FALSE(alone.entrants[0].elo);
    CHECK_FALSE(alone.first_move.elo);
    CHECK_FALSE(alone.draw_rate.share);
    const Ratings three = sane(Results(3));
    CHECK(three.parts.size() == 3);
}

TEST_CASE("more wins in a row are more Elo, and more certainty") {
    double elo = 0, lower = -1e9, likelihood = 0.5;
    for (const std::uint64_t games : {1u, 2u, 5u, 10u, 50u}) {
        Results results(2);
        results.add(0, 1, Tally{games, 0, 0});
        results.add(1, 0, Tally{0, 0, games});
        const Rating rating = sane(results).entrants[0];
        CHECK(*rating.elo > elo);
        CHECK(*rating.interval.lower > lower);
        CHECK(superiority_of(results)(0, 1) > likelihood);
        CHECK((superiority_of(results)(0, 1) > 0.975) == (*rating.interval.lower > 0));
        elo = *rating.elo;
        lower = *rating.interval.lower;
        likelihood = superiority_of(results)(0, 1);
    }
    CHECK(lower > 0);
}

TEST_CASE("an entrant that won or lost everything hardly disturbs the others") {
    std::mt19937_64 random(7);
    const Truth truth{{0, 50, 100, 150}, 30, 0.5};
    const Results four = truth.round_robin(20, random);
    Results six(6);
    for (const auto& [pair, tally] : four.tallies()) {
        six.add(pair.first, pair.second, tally);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        six.add(4, i, Tally{10, 0, 0});
        six.add(i, 5, Tally{10, 0, 0});
    }
    const Ratings before = sane(four), after = sane(six);
    for (std::size_t i = 1; i < 4; ++i) {
        const auto above_first = [&](const Ratings& ratings) {
            return *ratings.entrants[i].elo - *ratings.entrants[0].elo;
        };
        CHECK(std::abs(above_first(after) - above_first(before)) < 35);
    }
    CHECK(*after.entrants[4].interval.lower > *after.entrants[3].elo);
    CHECK(*after.entrants[5].interval.upper < *after.entrants[0].elo);
}

TEST_CASE("a strict order: everybody is comparable") {
    Results results(5);
    for (std::size_t i = 0; i < 4; ++i)
        results.add(i, i + 1, Tally{2, 0, 0});
    const Ratings ratings = sane(results);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(*ratings.entrants[i].elo > *ratings.entrants[i + 1].elo);
    CHECK(superiority_of(results)(0, 4) > superiority_of(results)(0, 1));
    CHECK(superiority_of(results)(0, 1) < 0.95);
}

TEST_CASE("two groups far apart are shown far apart") {
    std::mt19937_64 random(5);
    const Truth truth{{800, 850, 900, 950, 0, 50, 100, 150}, 30, 0.5};
    const Ratings ratings = sane(truth.round_robin(20, random));
    double gap = 0;
    for (std::size_t i = 0; i < 4; ++i)
        gap += (*ratings.entrants[i].elo - *ratings.entrants[i + 4].elo) / 4;
    CHECK(gap > 650);
    CHECK(gap < 1000);
    CHECK(ratings.posterior->shrunken.likely_spread().division == Division{{4, 5, 6, 7}, {0, 1, 2, 3}});
}

TEST_CASE("parts without games between them are rated each by itself") {
    Results results(5);
    results.add(0, 1, Tally{3, 0, 1});
    results.add(2, 3, Tally{1, 1, 2});
    const Ratings ratings = sane(results);
    CHECK(ratings.parts.size() == 3);
    CHECK(ratings.entrants[0].part == ratings.entrants[1].part);
    CHECK(ratings.entrants[0].part != ratings.entrants[2].part);
    CHECK(*ratings.entrants[0].elo == Approx(-*ratings.entrants[1].elo));
    CHECK(*ratings.entrants[2].elo == Approx(-*ratings.entrants[3].elo));
    CHECK_FALSE(ratings.entrants[4].elo);
    CHECK(superiority_of(results)(0, 2) == 0.5);
}

TEST_CASE("all games drawn, or all won by the first player: equal, and unsure") {
    Results drawn(3), first(3);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (i == j) continue;
            drawn.add(i, j, Tally{0, 5, 0});
            first.add(i, j, Tally{5, 0, 0});
        }
    }
    for (const Results& results : {drawn, first}) {
        const Ratings ratings = sane(results);
        for (const Rating& rating : ratings.entrants) {
            CHECK(std::abs(rating.elo.value()) < 1e-3);
            CHECK(*rating.interval.upper >
                  (results.total().draws > 0 ? 5 : 100));  // drawn games tell of small differences
        }
        CHECK(superiority_of(results)(0, 1) == Approx(0.5));
    }
    CHECK(*sane(drawn).draw_rate.share == 1);
    CHECK(*sane(drawn).draw_rate.interval.upper == 1);
    CHECK(std::abs(*sane(drawn).first_move.elo) < 1e-3);
    CHECK(*sane(first).first_move.interval.lower > 200);
}

TEST_CASE("one side only: the side and the strength can't be told apart, and the interval says so") {
    Results results(2), balanced(2);
    results.add(0, 1, Tally{600, 0, 400});
    balanced.add(0, 1, Tally{300, 0, 200});
    balanced.add(1, 0, Tally{200, 0, 300});
    const Ratings ratings = sane(results), known = sane(balanced);
    CHECK(*ratings.entrants[0].interval.upper > 5 * *known.entrants[0].interval.upper);
}

TEST_CASE("random tournaments of every kind stay sane") {
    std::mt19937_64 random(20);
    for (int count = 0; count < 300; ++count) {
        const std::size_t entrants = 1 + random() % 9;
        Results results(entrants);
        const std::size_t games = random() % (4 * entrants);
        const Truth truth{std::vector<double>(entrants), 0, random() % 3 == 0 ? 0. : 5. * uniform(random)};
        for (std::size_t game = 0; game < games; ++game) {
            const std::size_t a = random() % entrants, b = random() % entrants;
            if (a == b) continue;
            // Every other tournament is won by the entrant with the greater number.
            const Score score = count % 2 == 0 ? truth.game(a, b, random) : a > b ? Score::win : Score::loss;
            results.add(a, b, score);
        }
        CAPTURE(count);
        sane(results);
    }
}

TEST_CASE("extreme numbers stay finite") {
    Results results(4);
    for (std::size_t i = 0; i < 3; ++i) {
        results.add(i, i + 1, Tally{1'000'000, 1'000, 1});
        results.add(i + 1, i, Tally{1, 1'000, 1'000'000});
    }
    sane(results);
    const Ratings ratings = rate(results);
    CHECK(*ratings.entrants[0].elo - *ratings.entrants[3].elo > 400);
}

TEST_CASE("games that can't be are refused") {
    Results results(2);
    CHECK_THROWS_AS(results.add(0, 2, Score::win), std::invalid_argument);
    CHECK_THROWS_AS(results.add(1, 1, Score::win), std::invalid_argument);
    results.add(1, 0, Score::win);
    results.add(1, 0, Score::loss);
    results.add(0, 1, Score::draw);
    CHECK(results.of(1).wins == 1);
    CHECK(results.of(0).wins == 1);
    CHECK(results.total().games() == 3);
}

TEST_CASE("an anchor sets the ratings of its part, and intervals are those of differences") {
    Results results(7);
    results.add(0, 1, {8, 4, 3});
    results.add(1, 2, {6, 2, 7});
    results.add(2, 0, {3, 1, 9});
    results.add(3, 0, {5, 0, 0});
    results.add(4, 5, {4, 1, 3});
    RatingSettings settings;
    const Ratings free = rate(results, settings);
    settings.anchor = {1, 1500};
    const Ratings anchored = rate(results, settings);
    const Rating& anchor = anchored.entrants[1];
    CHECK(anchor.fixed);
    CHECK((anchor.elo == 1500. && anchor.interval.lower == 1500. && anchor.interval.upper == 1500.));
    for (const std::size_t i : {0u, 2u, 3u}) {
        const Rating& rating = anchored.entrants[i];
        CHECK_FALSE(rating.fixed);
        CHECK(*rating.elo - 1500 == Approx(*free.entrants[i].elo - *free.entrants[1].elo).epsilon(0.15).scale(50));
        // The interval agrees with the likelihood of superiority.
        CHECK((*rating.interval.lower > 1500) == (superiority_of(results)(i, 1) > 0.975));
    }
    CHECK(*anchored.entrants[4].elo == Approx(*free.entrants[4].elo));
    CHECK_FALSE(anchored.entrants[6].elo);
}

TEST_CASE("an anchor without games has no influence") {
    Results results(3);
    results.add(0, 1, {3, 1, 2});
    const Ratings ratings = rate(results, {.anchor = Anchor{2, 1500}});
    CHECK_FALSE(ratings.entrants[2].elo);
    CHECK_FALSE(ratings.entrants[2].fixed);
    CHECK(*ratings.entrants[0].elo + *ratings.entrants[1].elo == Approx(0));
}

TEST_CASE("the share of draws between equals is that of the fit, with an interval that holds the truth") {
    std::mt19937_64 random(9);
    int held = 0;
    constexpr int tournaments = 200;
    for (int count = 0; count < tournaments; ++count) {
        // Four entrants, 200 Elo apart; nu is 1, so equals draw a third of their games.
        Results results(4);
        for (std::size_t a = 0; a < 4; ++a) {
            for (std::size_t b = 0; b < 4; ++b) {
                if (a == b) continue;
                const double d = (static_cast<double>(b) - static_cast<double>(a)) * 200 / (400 / std::log(10.));
                std::discrete_distribution<int> score({std::exp(-d / 2), 1., std::exp(d / 2)});
                for (int game = 0; game < 15; ++game)
                    results.add(a, b, static_cast<Score>(score(random)));
            }
        }
        const Ratings ratings = rate(results);
        const EqualDraws& draws = ratings.equal_draws;
        REQUIRE(draws.share);
        CHECK((*draws.interval.lower < *draws.share && *draws.share < *draws.interval.upper));
        CHECK(*draws.share > *ratings.draw_rate.share);
        held += *draws.interval.lower <= 1 / 3. && 1 / 3. <= *draws.interval.upper ? 1 : 0;
    }
    MESSAGE(held << " of " << tournaments << " intervals hold the truth");
    CHECK(held >= 181);
    CHECK(held <= 199);
    Results undrawn(2);
    undrawn.add(0, 1, {3, 0, 2});
    CHECK_FALSE(rate(undrawn).equal_draws.share);
}

TEST_CASE("up to 200 Elo a difference of ratings is the Elo of the score") {
    for (const double draws : {0., 0.3, 0.5, 0.6}) {
        for (const double elo : {20., 100., 200.}) {
            CAPTURE(draws);
            CAPTURE(elo);
            const double score = 1 / (1 + std::pow(10, -elo / 400)), nu = EqualDraws::nu(draws);
            double low = 0, high = 20;  // natural units
            const auto odds = [&](double d) { return std::array{std::exp(d / 2), nu, std::exp(-d / 2)}; };
            for (int i = 0; i < 60; ++i) {
                const double d = (low + high) / 2;
                const auto [win, draw, loss] = odds(d);
                ((win + draw / 2) / (win + draw + loss) < score ? low : high) = d;
            }
            const auto [win, draw, loss] = odds(low);
            const double sum = win + draw + loss;
            const auto count = [&](double part) { return static_cast<std::uint64_t>(std::llround(1e6 * part / sum)); };
            Results results(2);
            results.add(0, 1, Tally{count(win), count(draw), count(loss)});
            results.add(1, 0, Tally{count(loss), count(draw), count(win)});
            const Ratings ratings = rate(results);
            CHECK(*ratings.entrants[0].elo - *ratings.entrants[1].elo == Approx(elo).epsilon(0.04));
        }
    }
}

TEST_CASE("the difference of two agrees with their ratings and with superiority") {
    for (const Tally& tally : {Tally{5, 0, 0}, Tally{1, 0, 0}, Tally{15, 30, 5}, Tally{4, 3, 4}}) {
        CAPTURE(tally.wins);
        Results results(2);
        results.add(0, 1, tally);
        results.add(1, 0, Tally{tally.losses, tally.draws, tally.wins});
        const Ratings ratings = rate(results);
        const auto difference = difference_of(ratings, 0, 1);
        REQUIRE(difference);
        CHECK(difference->elo == Approx(*ratings.entrants[0].elo - *ratings.entrants[1].elo));
        CHECK(*difference->los == Approx(superiority(results, ratings.posterior.get())(0, 1)));
        CHECK(*difference->interval.lower == Approx(2 * *ratings.entrants[0].interval.lower));
        CHECK((*difference->los > 0.975) == (*difference->interval.lower > 0));
    }
    CHECK_FALSE(difference_of(rate(Results(2)), 0, 1));
}

TEST_CASE("results bound the rating of a bot that has won or lost all its games at one end only") {
    Results results(4);
    results.add(0, 1, {5, 0, 0});
    results.add(1, 0, {0, 0, 5});
    results.add(1, 2, {4, 0, 0});
    results.add(3, 2, {2, 1, 0});
    const Ratings ratings = rate(results);
    CHECK(ratings.entrants[0].bounds == Bounds::lower);
    CHECK(ratings.entrants[1].bounds == Bounds::both);
    CHECK(ratings.entrants[2].bounds == Bounds::both);
    CHECK(ratings.entrants[3].bounds == Bounds::both);
    CHECK(difference_of(ratings, 0, 1)->bounds == Bounds::lower);
    CHECK(difference_of(ratings, 1, 0)->bounds == Bounds::upper);
    CHECK(difference_of(ratings, 1, 2)->bounds == Bounds::both);
    CHECK(shown_lower(ratings.entrants[0]) == ratings.entrants[0].interval.lower);
    CHECK_FALSE(shown_upper(ratings.entrants[0]));
    CHECK(shown_upper(ratings.entrants[1]) == ratings.entrants[1].interval.upper);
    Results two(2);
    two.add(0, 1, {0, 0, 3});
    CHECK(rate(two).entrants[0].bounds == Bounds::upper);
    CHECK_FALSE(shown_lower(rate(two).entrants[0]));
    CHECK(difference_of(rate(two), 0, 1)->bounds == Bounds::upper);
    CHECK(rate(two, {.anchor = Anchor{0, 1500}}).entrants[0].bounds == Bounds::both);
    CHECK(rate(two, {.anchor = Anchor{0, 1500}}).entrants[1].bounds == Bounds::lower);
    CHECK(difference_of(rate(two, {.intervals = false}), 0, 1)->bounds == Bounds::upper);
}

TEST_CASE("results bound the difference from an anchor that has won or lost all its games at one end only") {
    for (const bool wins : {true, false}) {
        const auto all = wins ? Tally{6, 0, 0} : Tally{0, 0, 6}, none = wins ? Tally{0, 0, 6} : Tally{6, 0, 0};
        Results results(4);  // the last two have not met the others
        results.add(0, 1, all);
        results.add(1, 0, none);
        results.add(0, 2, all);
        results.add(2, 0, none);
        results.add(1, 2, {3, 0, 3});
        results.add(2, 1, {4, 0, 2});
        const Bounds far = wins ? Bounds::upper : Bounds::lower;
        const Ratings ratings = rate(results, {.anchor = Anchor{0, 1500}});
        CHECK(ratings.entrants[1].bounds == far);
        CHECK(ratings.entrants[2].bounds == far);
        CHECK(ratings.entrants[0].bounds == Bounds::both);
        CHECK(difference_of(ratings, 1, 0)->bounds == far);
        CHECK(difference_of(ratings, 1, 2)->bounds == Bounds::both);
        // The games of the others alone bound their ratings where no anchor is the zero, or another one.
        CHECK(rate(results).entrants[1].bounds == Bounds::both);
        CHECK(rate(results, {.anchor = Anchor{1, 1500}}).entrants[2].bounds == Bounds::both);
        CHECK(rate(results, {.anchor = Anchor{1, 1500}}).entrants[0].bounds == (wins ? Bounds::lower : Bounds::upper));
        CHECK(rate(results, {.anchor = Anchor{3, 1500}}).entrants[1].bounds == Bounds::both);
    }
}

TEST_CASE("covariances have the zero of the ratings and the widths of the intervals") {
    Results results(4);
    results.add(0, 1, {80, 40, 30});
    results.add(1, 2, {60, 20, 70});
    results.add(2, 0, {30, 10, 90});
    results.add_pair(0, 1, Score::win, Score::win);
    for (const bool anchored : {false, true}) {
        CAPTURE(anchored);
        RatingSettings settings;
        if (anchored) settings.anchor = {1, 1500};
        const Ratings ratings = rate(results, settings);
        const Eigen::MatrixXd covariance = rating_covariance(ratings);
        for (const Eigen::Index i : {0, 1, 2}) {
            const Interval& interval = ratings.entrants[static_cast<std::size_t>(i)].interval;
            CHECK(2 * 1.96 * std::sqrt(covariance(i, i)) == Approx(*interval.upper - *interval.lower).epsilon(0.03));
        }
        if (anchored) CHECK(covariance.row(1).head(3).isZero(1e-6));
        CHECK(std::isnan(covariance(3, 0)));
    }
}

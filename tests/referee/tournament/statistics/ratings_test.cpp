// An entrant without a rating gets a word instead, and no number is ever infinite.
#include "referee/tournament/statistics/ratings.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "referee/tournament/statistics/posterior.hpp"
#include "referee/tournament/statistics/profile.hpp"
#include "referee/tournament/statistics/superiority.hpp"
#include "tests/referee/tournament/statistics/simulated.hpp"

using doctest::Approx;
using namespace referee::tournament;

namespace {

void finite(const Interval& interval) {
    if (interval.lower) CHECK(std::abs(*interval.lower) < 1e5);
    if (interval.upper) CHECK(std::abs(*interval.upper) < 1e5);
    if (interval.lower && interval.upper) CHECK(*interval.lower < *interval.upper);
}

/// Checks that hold for every tournament.
Ratings sane(const Results& results) {
    const Ratings ratings = rate(results);
    CHECK(ratings.entrants.size() == results.entrants());
    for (const Rating& rating : ratings.entrants) {
        CHECK(rating.elo.has_value() == (rating.standing == RatingStatus::estimated));
        CHECK(text(rating.standing).empty() == rating.elo.has_value());
        finite(rating.interval);
        if (!rating.elo) {
            CHECK_FALSE((rating.interval.lower && rating.interval.upper));
            continue;
        }
        CHECK(std::abs(*rating.elo) < 1e5);
        CHECK(rating.interval.lower.value() <= *rating.elo);
        CHECK(*rating.elo <= rating.interval.upper.value());
    }
    if (ratings.first_move.elo) CHECK(std::abs(*ratings.first_move.elo) < 1e5);
    finite(ratings.first_move.interval);
    const Superiority matrix = superiority(results);
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

TEST_CASE("nothing to rate") {
    CHECK(sane(Results(0)).entrants.empty());
    const Ratings alone = sane(Results(1));
    CHECK(alone.entrants[0].standing == RatingStatus::no_games);
    CHECK_FALSE(alone.first_move.elo);
    CHECK_FALSE(alone.draw_rate.share);
    const Ratings three = sane(Results(3));
    CHECK(three.parts.size() == 3);
    CHECK(text(three.entrants[2].standing) == "no games");
}

TEST_CASE("one who wins everything has a lower bound, one who loses everything an upper bound") {
    Results results(2);
    results.add(0, 1, Tally{5, 0, 0});
    results.add(1, 0, Tally{0, 0, 5});
    const Ratings ratings = sane(results);
    CHECK(text(ratings.entrants[0].standing) == "won all its games");
    CHECK(text(ratings.entrants[1].standing) == "lost all its games");
    // The difference at which half the chance of ten wins in ten games is 2.5 %; half of it, since the mean is 0.
    const double p = std::pow(0.05, 0.1);
    CHECK(*ratings.entrants[0].interval.lower == Approx(200 * std::log10(p / (1 - p))).epsilon(1e-4));
    CHECK_FALSE(ratings.entrants[0].interval.upper);
    CHECK(*ratings.entrants[1].interval.upper == Approx(-*ratings.entrants[0].interval.lower));
    CHECK_FALSE(ratings.entrants[1].interval.lower);
    CHECK_FALSE(ratings.first_move.elo);
}

TEST_CASE("an entrant that won or lost everything does not disturb the others") {
    std::mt19937_64 random(7);
    const Truth truth{{0, 50, 100}, 30, 0.5};
    const Results three = truth.round_robin(10, random);
    Results five(5);
    for (const auto& [pair, tally] : three.tallies()) {
        five.add(pair.first, pair.second, tally);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        five.add(3, i, Tally{4, 0, 0});
        five.add(i, 4, Tally{4, 0, 0});
    }
    five.add(3, 4, Tally{2, 0, 0});
    const Ratings before = sane(three), after = sane(five);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(*after.entrants[i].elo == Approx(*before.entrants[i].elo).epsilon(1e-6));
        CHECK(*after.entrants[i].interval.upper == Approx(*before.entrants[i].interval.upper).epsilon(1e-4));
    }
    CHECK(*after.first_move.elo == Approx(*before.first_move.elo).epsilon(1e-6));
    CHECK(after.parts[0].anchors == std::vector<std::size_t>{0, 1, 2});
    CHECK(after.entrants[3].standing == RatingStatus::won_all);
    CHECK(*after.entrants[3].interval.lower > *before.entrants[0].elo);
    CHECK(after.entrants[4].standing == RatingStatus::lost_all);
    CHECK(after.entrants[4].interval.upper.has_value());
}

TEST_CASE("every player of one group beats every player of another") {
    Results results(6);  // 0 to 3 are rated, 4 and 5 lose to them
    for (std::size_t i = 0; i < 4; ++i) {
        results.add(i, (i + 1) % 4, Tally{2, 0, 1});
        results.add(i, 4, Tally{1, 0, 0});
        results.add(5, i, Tally{0, 0, 1});
    }
    results.add(4, 5, Tally{1, 1, 1});
    const Ratings ratings = sane(results);
    CHECK(ratings.parts.size() == 1);
    CHECK(ratings.parts[0].anchors.size() == 4);
    CHECK(ratings.entrants[4].standing == RatingStatus::only_below);
    CHECK(ratings.entrants[4].interval.upper.has_value());
    CHECK(text(ratings.entrants[4].standing) == "never more than the rated ones");
    CHECK(superiority(results)(0, 4) > 0.5);
    CHECK(superiority(results)(4, 5) == Approx(0.5).epsilon(0.3));
}

TEST_CASE("the zero is the mean of the largest set, wherever it stands; then of that with most games") {
    Results results(7);
    results.add(0, 1, Tally{1, 1, 1});
    for (std::size_t i = 2; i < 5; ++i) {
        results.add(i, i == 4 ? 2 : i + 1, Tally{1, 0, 1});
        results.add(i, 0, Tally{1, 0, 0});
    }
    CHECK(sane(results).parts[0].anchors == std::vector<std::size_t>{2, 3, 4});
    results.add(5, 6, Tally{5, 5, 5});
    results.add(0, 5, Tally{1, 0, 0});
    CHECK(sane(results).parts[0].anchors == std::vector<std::size_t>{2, 3, 4});
    Results pairs(4);
    pairs.add(0, 1, Tally{1, 0, 1});
    pairs.add(1, 2, Tally{1, 0, 0});
    pairs.add(2, 3, Tally{2, 0, 2});
    CHECK(sane(pairs).parts[0].anchors == std::vector<std::size_t>{2, 3});
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
    CHECK(ratings.entrants[4].standing == RatingStatus::no_games);
    CHECK(superiority(results)(0, 2) == 0.5);
}

TEST_CASE("a strict order by results: bounds at the ends, a word in the middle") {
    Results results(3);
    results.add(0, 1, Tally{3, 0, 0});
    results.add(1, 2, Tally{3, 0, 0});
    const Ratings ratings = sane(results);
    CHECK(ratings.entrants[0].interval.lower.has_value());
    CHECK(ratings.entrants[1].standing == RatingStatus::apart);
    CHECK_FALSE((ratings.entrants[1].interval.lower || ratings.entrants[1].interval.upper));
    CHECK(ratings.entrants[2].interval.upper.has_value());
    CHECK(superiority(results)(0, 2) > 0.5);
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
            CHECK(*rating.interval.upper > 100);
        }
        CHECK(superiority(results)(0, 1) == Approx(0.5));
    }
    CHECK(*sane(drawn).draw_rate.share == 1);
    CHECK(*sane(drawn).draw_rate.interval.upper == 1);
    CHECK(std::abs(*sane(drawn).first_move.elo) < 1e-3);
    CHECK(*sane(first).first_move.interval.lower > 200);
    // 30 wins and the imaginary game: the odds are 30.5 to 0.5.
    CHECK(*sane(first).first_move.elo == Approx(400 * std::log10(61.)).epsilon(1e-6));
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
    results.add(0, 1, Tally{1'000'000, 0, 1});
    results.add(1, 2, Tally{1'000'000, 0, 1});
    results.add(2, 3, Tally{1'000'000, 1'000'000, 1});
    const Ratings ratings = sane(results);
    CHECK(*ratings.entrants[0].elo - *ratings.entrants[3].elo > 4000);
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

TEST_CASE("both ends are about a standard error away, however nearly the results are separated") {
    std::mt19937_64 random(11);
    int ratings = 0;
    for (int count = 0; count < 150; ++count) {
        const std::size_t entrants = 3 + random() % 8;
        Results results(entrants);
        // A chain in which nearly every game goes to the stronger one, sometimes with a few games across.
        const auto draws_second = random() % 2, games = 1 + random() % 3;
        for (std::size_t i = 0; i + 1 < entrants; ++i) {
            results.add(i, i + 1, Tally{games, 0, 0});
            results.add(i + 1, i, Tally{draws_second ? 0U : 1U, draws_second ? 1U : 0U, games - 1});
            if (i + 2 < entrants && random() % 3 == 0) results.add(i, i + 2, Score::win);
        }
        const Fit fit(results, 1);
        for (std::size_t i = 0; i < entrants; ++i) {
            const Question question = fit.rating(i, fit.groups().connected().front());
            REQUIRE(question.estimate);
            ++ratings;
            CAPTURE(entrants);
            CAPTURE(i);
            CHECK(*question.estimate - fit.bound(question, 0.025, false) > 0.9 * question.error);
            CHECK(fit.bound(question, 0.025, true) - *question.estimate > 0.9 * question.error);
        }
    }
    CHECK(ratings > 500);
}

TEST_CASE("an anchor sets the ratings of its part, and intervals are those of differences") {
    Results results(7);
    results.add(0, 1, {8, 4, 3});
    results.add(1, 2, {6, 2, 7});
    results.add(2, 0, {3, 1, 9});
    results.add(3, 0, {5, 0, 0});
    results.add(4, 5, {4, 1, 3});
    for (const RatingMethod method : {RatingMethod::maximum_likelihood, RatingMethod::prior}) {
        CAPTURE(static_cast<int>(method));
        RatingSettings settings{.method = method};
        const Ratings free = rate(results, settings);
        settings.anchor = {1, 1500};
        const Ratings anchored = rate(results, settings);
        const Rating& anchor = anchored.entrants[1];
        CHECK(anchor.fixed);
        CHECK(anchor.standing == RatingStatus::estimated);
        CHECK((anchor.elo == 1500. && anchor.interval.lower == 1500. && anchor.interval.upper == 1500.));
        for (const std::size_t i : {0u, 2u}) {
            const Rating& rating = anchored.entrants[i];
            CHECK_FALSE(rating.fixed);
            CHECK(*rating.elo - 1500 == Approx(*free.entrants[i].elo - *free.entrants[1].elo).epsilon(1e-6));
        }
        // The interval agrees with the test of the difference.
        const bool above = *anchored.entrants[0].interval.lower > 1500;
        CHECK(above == (superiority(results, settings)(0, 1) > 0.975));
        CHECK(*anchored.entrants[4].elo == Approx(*free.entrants[4].elo));
        CHECK(anchored.entrants[6].standing == RatingStatus::no_games);
        if (method == RatingMethod::prior) continue;
        for (const std::size_t i : {0u, 2u}) {
            const auto width = [&](const Ratings& ratings) {
                return *ratings.entrants[i].interval.upper - *ratings.entrants[i].interval.lower;
            };
            CHECK(width(anchored) > width(free));  // it has the anchor's error, too
        }
        CHECK(anchored.entrants[3].standing == RatingStatus::won_all);
        CHECK(*anchored.entrants[3].interval.lower > 1500);
        CHECK(*anchored.entrants[3].elo_under_prior > *anchored.entrants[3].interval.lower);
    }
}

TEST_CASE("an anchor without games has no influence") {
    Results results(3);
    results.add(0, 1, {3, 1, 2});
    const Ratings ratings = rate(results, {.anchor = Anchor{2, 1500}});
    CHECK(ratings.entrants[2].standing == RatingStatus::no_games);
    CHECK_FALSE(ratings.entrants[2].fixed);
    CHECK(*ratings.entrants[0].elo + *ratings.entrants[1].elo == Approx(0));
}

TEST_CASE("the share of draws between equals is that of the fit, with an interval that holds the truth") {
    std::mt19937_64 random(9);
    for (const RatingMethod method : {RatingMethod::maximum_likelihood, RatingMethod::prior}) {
        CAPTURE(static_cast<int>(method));
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
            const Ratings ratings = rate(results, {.method = method});
            const EqualDraws& draws = ratings.equal_draws;
            REQUIRE(draws.share);
            CHECK((*draws.interval.lower < *draws.share && *draws.share < *draws.interval.upper));
            CHECK(*draws.share > *ratings.draw_rate.share);
            held += *draws.interval.lower <= 1 / 3. && 1 / 3. <= *draws.interval.upper ? 1 : 0;
        }
        MESSAGE(held << " of " << tournaments << " intervals hold the truth");
        CHECK(held >= 181);
        CHECK(held <= 199);
    }
    Results undrawn(2);
    undrawn.add(0, 1, {3, 0, 2});
    CHECK_FALSE(rate(undrawn).equal_draws.share);
}

TEST_CASE("covariances have the zero of the ratings and the widths of the intervals") {
    Results results(4);
    results.add(0, 1, {80, 40, 30});
    results.add(1, 2, {60, 20, 70});
    results.add(2, 0, {30, 10, 90});
    results.add_pair(0, 1, Score::win, Score::win);
    for (const RatingMethod method : {RatingMethod::maximum_likelihood, RatingMethod::prior}) {
        for (const bool anchored : {false, true}) {
            CAPTURE(static_cast<int>(method));
            CAPTURE(anchored);
            RatingSettings settings{.method = method};
            if (anchored) settings.anchor = {1, 1500};
            const Ratings ratings = rate(results, settings);
            const Eigen::MatrixXd covariance = rating_covariance(results, settings);
            for (const Eigen::Index i : {0, 1, 2}) {
                const Interval& interval = ratings.entrants[static_cast<std::size_t>(i)].interval;
                CHECK(2 * 1.96 * std::sqrt(covariance(i, i)) ==
                      Approx(*interval.upper - *interval.lower).epsilon(0.01));
                if (!anchored && method == RatingMethod::maximum_likelihood)
                    CHECK(std::abs(covariance.row(i).head(3).sum()) < 0.02 * covariance(i, i));  // their mean is 0
            }
            if (anchored) CHECK(covariance.row(1).head(3).isZero());
            CHECK(std::isnan(covariance(3, 0)));
        }
    }
}

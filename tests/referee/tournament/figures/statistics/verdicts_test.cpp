// Laws of results between two bots, in generated tournaments in which games repeat: ratings and verdicts never
// contradict the score.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/repeats.hpp"
#include "referee/tournament/figures/statistics/sprt_course.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"
#include "tests/soak.hpp"

namespace {

using namespace referee::tournament;

Score other_side(Score score) {
    return static_cast<Score>(2 - static_cast<int>(score));
}

/// A way in which two bots repeat their games: each game is one of `lines`, the first ones more often, or it is new.
/// Each line has one result.
struct Habits {
    std::vector<Score> lines;      ///< as the first player sees it; the second half is of games that bot 1 begins
    double falling = 1;            ///< each line is played this many times as often as the one before
    double fresh = 0;              ///< the share of new games
    double win = 0.4, draw = 0.2;  ///< of new games, for bot 0

    explicit Habits(std::mt19937_64& random)
        : lines(2 * (1 + random() % 12)), falling(uniform(random)), fresh(random() % 3 == 0 ? 0 : uniform(random)) {
        for (Score& score : lines)
            score = static_cast<Score>(random() % 3);
        draw = uniform(random);
        win = (1 - draw) * uniform(random);
    }
};

/// A game as bot 0 sees it.
struct Played {
    Score score;
    std::uint64_t moves;
};

Played play(const Habits& habits, std::size_t side, std::mt19937_64& random) {
    if (uniform(random) < habits.fresh) {
        const double value = uniform(random);
        const Score score = value < habits.win                 ? Score::win
                            : value < habits.win + habits.draw ? Score::draw
                                                               : Score::loss;
        return {score, random() | 1U << 20U};
    }
    const std::size_t half = habits.lines.size() / 2;
    std::size_t line = 0;
    while (line + 1 < half && uniform(random) < habits.falling)
        ++line;
    const Score of_first = habits.lines[side * half + line];
    return {side == 0 ? of_first : other_side(of_first), line};
}

TEST_CASE("Elo has the sign of the score between two bots that move first equally often") {
    std::mt19937_64 random(61);
    int uneven = 0;
    for (int round = 0; round < repetitions(250, 4000); ++round) {
        const Habits habits(random);
        Results results(2);
        Repeats repeats;
        const int pairs = 1 + static_cast<int>(random() % 120);
        const bool paired = random() % 2 == 0;
        for (int pair = 0; pair < pairs; ++pair) {
            const Played one = play(habits, 0, random), other = play(habits, 1, random);
            results.add(0, 1, one.score);
            results.add(1, 0, other_side(other.score));
            if (paired) results.add_pair(0, 1, one.score, other_side(other.score));
            repeats.add({0, 1, one.moves, 2 * pair});
            repeats.add({1, 0, other.moves, 2 * pair + 1});
        }
        repeats.weigh(results);
        const auto half_points = static_cast<int>(results.between(0, 1).half_points());
        const auto difference = difference_of(rate(results), 0, 1);
        REQUIRE(difference);
        CAPTURE(round);
        CAPTURE(half_points);
        CAPTURE(pairs);
        const int sign = half_points > 2 * pairs ? 1 : half_points < 2 * pairs ? -1 : 0;
        if (sign == 0) {
            CHECK(std::abs(difference->elo) < 1e-3);
            CHECK(*difference->los == doctest::Approx(0.5).epsilon(1e-4));
            continue;
        }
        ++uneven;
        CHECK(difference->elo * sign > 0);
        CHECK((*difference->los - 0.5) * sign > 0);
    }
    CHECK(uneven > 150);
}

SprtSettings drawn_settings(std::mt19937_64& random) {
    SprtSettings settings;
    settings.elo0 = static_cast<double>(random() % 3) * 20 - 20;
    settings.elo1 = settings.elo0 + 10 + static_cast<double>(random() % 100);
    settings.alpha = settings.beta = random() % 2 == 0 ? 0.05 : 0.2;
    settings.model = random() % 2 == 0 ? EloModel::logistic : EloModel::normalized;
    return settings;
}

TEST_CASE("no verdict contradicts the ratio of all pairs, and H1 with elo0 >= 0 needs more than half of the points") {
    std::mt19937_64 random(15);
    int h1 = 0, h0 = 0, none = 0;
    for (int round = 0; round < repetitions(600, 6000); ++round) {
        const Habits habits(random);
        const SprtSettings settings = drawn_settings(random);
        SprtCourse course(settings);
        PairCounts all;
        for (int pair = 0; pair < 400 && !course.ended(); ++pair) {
            const Played one = play(habits, 0, random), other = play(habits, 1, random);
            course.add(pair, {true, one.score, one.moves});
            course.add(pair, {false, other.score, other.moves});
            all.add(one.score, other.score);
        }
        CAPTURE(round);
        REQUIRE(course.pairs().counts() == all.counts());
        const Sprt of_all = sprt(all, settings);
        CHECK(std::abs(course.state().llr) <= std::abs(of_all.llr) + 1e-12);
        CHECK(course.state().llr * of_all.llr >= 0);
        std::uint64_t quarters = 0;
        for (std::size_t i = 0; i < 5; ++i)
            quarters += i * all.counts()[i];
        if (course.state().verdict == SprtVerdict::accept_h1) {
            ++h1;
            CHECK(of_all.verdict == SprtVerdict::accept_h1);
            if (settings.elo0 >= 0) CHECK(quarters > 2 * all.pairs());
        } else if (course.state().verdict == SprtVerdict::accept_h0) {
            ++h0;
            CHECK(of_all.verdict == SprtVerdict::accept_h0);
        } else {
            none += course.only_repeats() ? 1 : 0;
        }
    }
    CHECK(h1 > 10);
    CHECK(h0 > 10);
    CHECK(none > 10);
}

/// The main line is half of the games and gives bot 0 a quarter of its points; it wins three quarters of the others.
TEST_CASE("a test of equal bots with a main line that one of them loses accepts nothing") {
    std::mt19937_64 random(7);
    for (int round = 0; round < 40; ++round) {
        SprtCourse course({0, 5, 0.05, 0.05});
        int pair = 0;
        for (; pair < 2000 && !course.ended(); ++pair) {
            const bool main = random() % 2 == 0;
            const auto score = [&] { return uniform(random) < 0.75 ? Score::win : Score::loss; };
            course.add(pair, {true, main ? Score::draw : score(), main ? 1 : random()});
            course.add(pair, {false, main ? Score::loss : score(), main ? 2 : random()});
        }
        CHECK(course.only_repeats());
        CHECK_FALSE(course.decided());
        CHECK(pair < 200);
    }
}

}  // namespace

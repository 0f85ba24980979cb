// The verdict of a sequential test does not hang on the order in which games end.
#include <algorithm>
#include <chrono>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "referee/tournament/statistics/sprt_course.hpp"

namespace tournament_test {

using namespace referee::tournament;

namespace {

struct Finished {
    int pair;
    std::optional<Score> score;
};

SprtCourse course_of(const std::vector<Finished>& games, const SprtSettings& settings) {
    SprtCourse course(settings);
    for (const Finished& game : games)
        course.add(game.pair, game.score);
    return course;
}

/// Games of pairs 0, 1, ..., two of each, won by entrant 0 with this chance; a few count for nobody.
std::vector<Finished> drawn(int pairs, double chance, std::mt19937_64& random) {
    std::vector<Finished> games;
    for (int i = 0; i < 2 * pairs; ++i) {
        const double x = static_cast<double>(random() >> 11) / 9007199254740992.;
        if (x > 0.99) {
            games.push_back({i / 2, std::nullopt});
        } else {
            games.push_back({i / 2, x < chance ? Score::win : x < chance + 0.2 ? Score::draw : Score::loss});
        }
    }
    return games;
}

}  // namespace

TEST_CASE("a pair counts when both games and all pairs before it are finished") {
    SprtCourse course({0, 50, 0.05, 0.05});
    course.add(1, Score::win);
    course.add(1, Score::draw);
    course.add(0, Score::loss);
    CHECK(course.pairs().pairs() == 0);
    CHECK(course.state().llr == 0);
    course.add(0, Score::win);
    CHECK(course.pairs().counts() == std::array<std::uint64_t, 5>{0, 0, 1, 1, 0});
    CHECK(course.state().llr == sprt(PairCounts({0, 0, 1, 1, 0}), {0, 50, 0.05, 0.05}).llr);
    course.add(2, std::nullopt);
    course.add(3, Score::loss);
    course.add(3, Score::loss);
    CHECK(course.pairs().pairs() == 2);
    course.add(2, Score::win);  // its twin counts for nobody
    CHECK(course.pairs().counts() == std::array<std::uint64_t, 5>{1, 0, 1, 1, 0});
}

TEST_CASE("the first pair that decides is the last that counts, whatever ends first") {
    std::mt19937_64 random(5);
    int decided = 0;
    for (int round = 0; round < 40; ++round) {
        const SprtSettings settings{0, 60, 0.05, 0.05};
        auto games = drawn(300, round % 2 == 0 ? 0.5 : 0.4, random);
        const SprtCourse in_order = course_of(games, settings);
        decided += in_order.decided() ? 1 : 0;
        for (int again = 0; again < 5; ++again) {
            std::shuffle(games.begin(), games.end(), random);
            const SprtCourse shuffled = course_of(games, settings);
            CHECK(shuffled.pairs().counts() == in_order.pairs().counts());
            CHECK(shuffled.state().llr == in_order.state().llr);
            CHECK(shuffled.state().verdict == in_order.state().verdict);
        }
        // Counted pair by pair, nothing had decided before the last.
        if (in_order.decided()) CHECK(in_order.pairs().pairs() < 299);
    }
    CHECK(decided >= 30);
}

TEST_CASE("wrong settings are refused") {
    CHECK_THROWS(SprtCourse({5, 0, 0.05, 0.05}));
}

}  // namespace tournament_test

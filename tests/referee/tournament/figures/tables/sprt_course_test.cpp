// Tests that the verdict of a sequential test does not depend on the order in which games end.
#include <algorithm>
#include <chrono>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "referee/tournament/figures/statistics/sprt_course.hpp"

namespace tournament_test {

using namespace referee::tournament;

namespace {

struct Finished {
    int pair;
    GameOfTwo game;
};

/// Returns the first or the second game of a pair. Each game has different moves.
Finished finished(int pair, bool zero_first, std::optional<Score> score) {
    return {pair, {zero_first, score, static_cast<std::uint64_t>(2 * pair + (zero_first ? 0 : 1))}};
}

SprtCourse course_of(const std::vector<Finished>& games, const SprtSettings& settings) {
    SprtCourse course(settings);
    for (const Finished& game : games)
        course.add(game.pair, game.game);
    return course;
}

/// Returns random games of pairs 0, 1, ..., two for each pair. Entrant 0 wins with probability `chance`. A few games do
/// not count, and a busy machine has decided a few of those that it lost.
std::vector<Finished> drawn(int pairs, double chance, std::mt19937_64& random) {
    std::vector<Finished> games;
    for (int i = 0; i < 2 * pairs; ++i) {
        const double x = static_cast<double>(random() >> 11) / 9007199254740992.;
        if (x > 0.99) {
            games.push_back(finished(i / 2, i % 2 == 0, std::nullopt));
        } else {
            games.push_back(finished(i / 2, i % 2 == 0,
                                     x < chance         ? Score::win
                                     : x < chance + 0.2 ? Score::draw
                                                        : Score::loss));
            games.back().game.busy = x > 0.96;
        }
    }
    return games;
}

}  // namespace

TEST_CASE("a pair counts when both games and all pairs before it are finished") {
    SprtCourse course({0, 50, 0.05, 0.05});
    const auto add = [&](int pair, bool zero_first, std::optional<Score> score) {
        course.add(pair, finished(pair, zero_first, score).game);
    };
    add(1, true, Score::win);
    add(1, false, Score::draw);
    add(0, false, Score::loss);
    CHECK(course.pairs().pairs() == 0);
    CHECK(course.state().llr == 0);
    add(0, true, Score::win);
    CHECK(course.pairs().counts() == std::array<std::uint64_t, 5>{0, 0, 1, 1, 0});
    CHECK(course.state().llr == sprt(PairCounts({0, 0, 1, 1, 0}), {0, 50, 0.05, 0.05}).llr);
    add(2, true, std::nullopt);
    add(3, true, Score::loss);
    add(3, false, Score::loss);
    CHECK(course.pairs().pairs() == 2);
    add(2, false, Score::win);  // not counted, because the other game of this pair does not count
    CHECK(course.pairs().counts() == std::array<std::uint64_t, 5>{1, 0, 1, 1, 0});
}

TEST_CASE("all pairs count, and the ratio is theirs times the effective share of their games") {
    SprtCourse course({0, 50, 0.05, 0.05});
    int pair = 0;
    const auto add = [&](std::uint64_t one, std::uint64_t other) {
        course.add(pair, {true, Score::win, one});
        course.add(pair++, {false, Score::draw, other});
    };
    add(1, 2);
    add(3, 4);
    add(2, 1);  // the same moves with the bots swapped are different games
    CHECK(course.games().share() == 1);
    CHECK(course.state().llr == sprt(PairCounts({0, 0, 0, 3, 0}), course.settings()).llr);
    add(1, 4);  // two pairs may share one game
    CHECK(course.games().share() == doctest::Approx(8. / 12));
    add(1, 2);
    add(1, 2);
    CHECK(course.pairs().counts() == std::array<std::uint64_t, 5>{0, 0, 0, 6, 0});
    CHECK(course.games().games() == 12);
    CHECK(course.games().distinct() == 6);
    CHECK(course.games().share() == doctest::Approx(12. / (16 + 9 + 1 + 4 + 1 + 1)));
    CHECK(course.state().llr ==
          doctest::Approx(course.games().share() * sprt(PairCounts({0, 0, 0, 6, 0}), course.settings()).llr));
}

TEST_CASE("a test whose bots only repeat their games stops without a verdict") {
    SprtCourse course({0, 5, 0.05, 0.05});
    const auto add = [&](int pair, std::uint64_t moves) {
        course.add(pair, {pair % 2 == 0, Score::win, moves});
        course.add(pair, {pair % 2 != 0, Score::win, moves});
    };
    int pair = 0;
    for (; pair < 25; ++pair)
        add(pair, 1);
    CHECK(!course.ended());  // the first pair was new
    add(pair++, 1);
    CHECK(course.only_repeats());
    CHECK(course.ended());
    CHECK(!course.decided());
    CHECK(course.pairs().pairs() == 26);
    add(pair++, 3);  // not counted, because the test has ended
    CHECK(course.pairs().pairs() == 26);
    CHECK(course.games().effective() == doctest::Approx(2));
}

TEST_CASE("a test stops when all openings have been played, and a quarter more games") {
    SprtCourse course({0, 1, 0.05, 0.05});
    int pair = 0;
    for (; pair < 2000 && !course.ended(); ++pair) {
        const auto opening = static_cast<std::uint64_t>(pair % 300);
        course.add(pair, {true, opening % 2 == 0 ? Score::win : Score::loss, opening});
        course.add(pair, {false, opening % 3 == 0 ? Score::win : Score::loss, opening});
    }
    CHECK(course.only_repeats());
    CHECK(pair > 300);
    CHECK(pair < 375);
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
            CHECK(shuffled.verdict() == in_order.verdict());
            CHECK(shuffled.is_disputed() == in_order.is_disputed());
        }
        // Counting stops at the pair that decides the test.
        if (in_order.decided()) CHECK(in_order.pairs().pairs() < 299);
    }
    CHECK(decided >= 30);
}

TEST_CASE("games that a busy machine has decided can't lead to a verdict that they contradict") {
    SprtCourse course({0, 50, 0.05, 0.05});
    int pair = 0;
    const auto add = [&](std::uint64_t moves, bool late) {
        course.add(pair, {true, Score::win, moves});
        course.add(pair++, {false, late ? Score::loss : Score::draw, moves + 1, late});
    };
    // The bot wins what it finishes in time. It loses the other games on time.
    std::uint64_t moves = 0;
    while (!course.ended() && pair < 1000) {
        add(moves += 2, false);
        course.add(pair, {true, Score::loss, moves += 2, true});
        course.add(pair++, {false, Score::loss, moves += 2, true});
    }
    CHECK(course.is_disputed());
    CHECK(!course.decided());
    CHECK(course.verdict() == SprtVerdict::go_on);
    CHECK(course.state().verdict == SprtVerdict::accept_h1);
    const int at_end = pair;
    add(1, false);
    CHECK(course.is_disputed());
    CHECK(course.pairs().pairs() < static_cast<std::uint64_t>(at_end));
}

TEST_CASE("a few games that a busy machine has decided only delay the verdict") {
    std::uint64_t moves = 0;
    const auto pairs_to_verdict = [&](int busy_pairs) {
        SprtCourse course({0, 50, 0.05, 0.05});
        int pair = 0;
        while (!course.ended() && pair < 1000) {
            const bool late = pair < busy_pairs;
            course.add(pair, {true, late ? Score::loss : Score::win, ++moves, late});
            course.add(pair++, {false, late ? Score::loss : Score::draw, ++moves, late});
        }
        CHECK(course.verdict() == SprtVerdict::accept_h1);
        CHECK(course.decided());
        return pair;
    };
    CHECK(pairs_to_verdict(4) > pairs_to_verdict(0) + 4);
}

TEST_CASE("invalid settings are refused") {
    CHECK_THROWS(SprtCourse({5, 0, 0.05, 0.05}));
}

}  // namespace tournament_test

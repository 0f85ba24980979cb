// Repeated games: how much each game counts as evidence about strength.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/repeats.hpp"

namespace {

using namespace referee::tournament;

struct Game {
    GameLine line;
    Score score;
};

/// The results with all games, and without repeats as evidence.
Results results_of(const std::vector<Game>& games, std::size_t entrants) {
    Results results(entrants);
    Repeats repeats;
    for (const Game& game : games) {
        results.add(game.line.first, game.line.second, game.score);
        repeats.add(game.line, game.score);
    }
    repeats.take_out_of(results);
    return results;
}

TEST_CASE("equal games count as one") {
    const std::vector<Game> games(20, {{0, 1, std::nullopt, 7}, Score::win});
    const Results results = results_of(games, 2);
    CHECK(results.evidence({0, 1}).wins == doctest::Approx(1));
    CHECK(results.evidence({0, 1}).games() == doctest::Approx(1));
    CHECK(results.evidence({1, 0}).games() == 0);
    CHECK(results.between(0, 1).games() == 20);
    Results one(2);
    one.add(0, 1, Score::win);
    CHECK(*rate(results).entrants[0].elo == doctest::Approx(*rate(one).entrants[0].elo));
}

TEST_CASE("games with repeats count as their effective number, and their mean result stays") {
    std::vector<Game> games(3, {{0, 1, std::nullopt, 7}, Score::win});
    games.push_back({{0, 1, std::nullopt, 8}, Score::loss});
    const Evidence unequal = results_of(games, 2).evidence({0, 1});
    CHECK(unequal.games() == doctest::Approx(16. / 10));
    CHECK(unequal.points() / unequal.games() == doctest::Approx(3. / 4));
    games.insert(games.end(), 2, games.back());
    CHECK(results_of(games, 2).evidence({0, 1}).games() == doctest::Approx(2));
}

TEST_CASE("games from other openings, of other players and with sides swapped are no repeats") {
    const Results results = results_of({{{0, 1, 0, 7}, Score::win},
                                        {{0, 1, 1, 8}, Score::win},
                                        {{0, 1, std::nullopt, 9}, Score::win},
                                        {{1, 0, 0, 7}, Score::win},
                                        {{0, 2, 0, 7}, Score::win}},
                                       3);
    CHECK(results.evidence({0, 1}).wins == 3);
    CHECK(results.evidence({1, 0}).wins == 1);
    CHECK(results.evidence({0, 2}).wins == 1);
}

TEST_CASE("openings that share a game are the same opening") {
    // Opening 2 is opening 0 again; in opening 1 no game repeats.
    const Results results = results_of({{{0, 1, 0, 7}, Score::win},
                                        {{0, 1, 1, 8}, Score::win},
                                        {{0, 1, 1, 9}, Score::win},
                                        {{0, 1, 2, 7}, Score::win},
                                        {{0, 1, 3, 7}, Score::win}},
                                       2);
    CHECK(results.evidence({0, 1}).games() == doctest::Approx(3));
}

TEST_CASE("the order of games makes no difference") {
    std::mt19937_64 random(5);
    std::vector<Game> games;
    for (int i = 0; i < 60; ++i) {
        const std::size_t first = random() % 3;
        const std::uint64_t moves = random() % 4;
        games.push_back({{first, (first + 1 + random() % 2) % 3, static_cast<int>(random() % 2), moves},
                         static_cast<Score>(moves % 3)});
    }
    const Results expected = results_of(games, 3);
    for (int i = 0; i < 5; ++i) {
        std::shuffle(games.begin(), games.end(), random);
        const Results results = results_of(games, 3);
        for (const auto& [pair, tally] : expected.tallies()) {
            CHECK(results.evidence(pair).wins == expected.evidence(pair).wins);
            CHECK(results.evidence(pair).draws == expected.evidence(pair).draws);
            CHECK(results.evidence(pair).losses == expected.evidence(pair).losses);
        }
    }
}

TEST_CASE("the last new pair of games is known in whatever order pairs end") {
    Repeats repeats;
    CHECK(repeats.last_new_pair() == -1);
    CHECK(repeats.add_pair(3, 10, 11));
    CHECK(repeats.last_new_pair() == 3);
    CHECK_FALSE(repeats.add_pair(1, 11, 10));
    CHECK(repeats.last_new_pair() == 1);
    CHECK(repeats.add_pair(2, 10, 12));
    CHECK_FALSE(repeats.add_pair(4, 10, 12));
    CHECK(repeats.last_new_pair() == 2);
}

}  // namespace

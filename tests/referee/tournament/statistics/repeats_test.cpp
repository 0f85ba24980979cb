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
        games.push_back({{first, (first + 1 + random() % 2) % 3, static_cast<int>(random() % 2), moves, i},
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

TEST_CASE("more games are never less evidence") {
    std::mt19937_64 random(7);
    Results results(2);
    Repeats repeats;
    double before = 0;
    const auto play = [&](std::uint64_t moves, int number) {
        const auto score = static_cast<Score>(moves % 3);
        results.add(0, 1, score);
        repeats.add({0, 1, std::nullopt, moves, number}, score);
        Results rated = results;
        repeats.take_out_of(rated);
        const double games = rated.evidence({0, 1}).games();
        CHECK(games >= before - 1e-9);
        before = games;
    };
    for (int number = 0; number < 50; ++number)
        play(static_cast<std::uint64_t>(number), number);
    CHECK(before == doctest::Approx(50));
    for (int number = 50; number < 200; ++number)
        play(1, number);
    for (int number = 200; number < 400; ++number)
        play(random() % 20 * (random() % 20), number);
}

TEST_CASE("games that add nothing are noticed in whatever order they end, odd numbers of games and single ones, too") {
    Repeats repeats;
    const std::vector<bool> present(3, true);
    const auto add = [&](std::size_t first, std::size_t second, std::uint64_t moves, int number) {
        repeats.add({first, second, std::nullopt, moves, number}, Score::win);
    };
    for (int number = 59; number >= 10; --number)
        add(0, 1, 7, number);
    CHECK_FALSE(repeats.last_games_only_repeat(present, 0, 50));  // the first game is new
    for (int number = 9; number >= 0; --number)
        add(0, 1, 7, number);
    CHECK(repeats.last_games_only_repeat(present, 0, 50));
    CHECK_FALSE(repeats.last_games_only_repeat(present, 20, 50));  // too few since a change
    CHECK_FALSE(repeats.last_games_only_repeat({true, false, true}, 0, 50));
    add(0, 2, 8, 60);
    CHECK_FALSE(repeats.last_games_only_repeat(present, 0, 50));
    CHECK(repeats.last_games_only_repeat({true, true, false}, 0, 50));
    for (int number = 61; number < 110; ++number)
        add(1, 2, static_cast<std::uint64_t>(number), number);
    CHECK_FALSE(repeats.last_games_only_repeat(present, 0, 50));
}

TEST_CASE("bots that choose among a few games stop adding evidence") {
    std::mt19937_64 random(3);
    Repeats repeats;
    int number = 0;
    for (; number < 2000 && !repeats.last_games_only_repeat({true, true}, 0, 50); ++number)
        repeats.add({0, 1, std::nullopt, random() % 10 * (random() % 10), number}, Score::draw);
    CHECK(number > 60);
    CHECK(number < 500);
}

}  // namespace

// Repeated games: how much each game counts as evidence about strength.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/repeats.hpp"

namespace {

using namespace referee::tournament;

struct Game {
    GameLine line;
    Score score;
};

/// The results with all games, weighed by their effective number.
Results results_of(const std::vector<Game>& games, std::size_t entrants) {
    Results results(entrants);
    Repeats repeats;
    for (const Game& game : games) {
        results.add(game.line.first, game.line.second, game.score);
        repeats.add(game.line);
    }
    repeats.weigh(results);
    return results;
}

TEST_CASE("equal games count as one") {
    const std::vector<Game> games(20, {{0, 1, 7}, Score::win});
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
    std::vector<Game> games(3, {{0, 1, 7}, Score::win});
    games.push_back({{0, 1, 8}, Score::loss});
    const Evidence unequal = results_of(games, 2).evidence({0, 1});
    CHECK(unequal.games() == doctest::Approx(16. / 10));
    CHECK(unequal.points() / unequal.games() == doctest::Approx(3. / 4));
    games.insert(games.end(), 2, games.back());
    CHECK(results_of(games, 2).evidence({0, 1}).games() == doctest::Approx(2));
}

TEST_CASE("all games of two bots have one effective number") {
    std::vector<Game> games(3, {{0, 1, 7}, Score::win});
    games.push_back({{1, 0, 7}, Score::loss});  // the same moves with sides swapped are another game
    games.push_back({{0, 2, 7}, Score::win});
    const Results results = results_of(games, 3);
    CHECK(results.evidence({0, 1}).wins == doctest::Approx(3 * 4. / 10));
    CHECK(results.evidence({1, 0}).losses == doctest::Approx(4. / 10));
    CHECK(results.worth(1, 0) == doctest::Approx(4. / 10));
    CHECK(results.worth(0, 2) == 1);
    CHECK(results.evidence({0, 2}).wins == 1);
}

TEST_CASE("the order of games makes no difference") {
    std::mt19937_64 random(5);
    std::vector<Game> games;
    for (int i = 0; i < 60; ++i) {
        const std::size_t first = random() % 3;
        const std::uint64_t moves = random() % 4;
        games.push_back({{first, (first + 1 + random() % 2) % 3, moves, i, i % 7 == 0}, static_cast<Score>(moves % 3)});
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

TEST_CASE("games that a busy machine has decided are no repeats of the others") {
    Repeats repeats;
    Results undisturbed(2);
    for (int number = 0; number < 4; ++number) {
        repeats.add({0, 1, number == 3 ? 8U : 7U, number, number > 0});
        if (number == 0) undisturbed.add(0, 1, Score::win);
    }
    repeats.weigh_undisturbed(undisturbed);
    CHECK(undisturbed.evidence({0, 1}).wins == 1);
}

TEST_CASE("the effective number before some games") {
    EffectiveGames games, before;
    std::vector<std::uint64_t> last;
    for (int i = 0; i < 30; ++i) {
        const auto game = static_cast<std::uint64_t>(i % 7 * (i % 3));
        games.add(game);
        i < 20 ? static_cast<void>(before.add(game)) : last.push_back(game);
    }
    CHECK(games.effective_without(last) == doctest::Approx(before.effective()));
    CHECK(games.effective_without({}) == doctest::Approx(games.effective()));
    CHECK(games.distinct() == 10);
    CHECK(EffectiveGames().effective() == 0);
    CHECK(EffectiveGames().share() == 1);
}

TEST_CASE("games that add nothing are noticed in whatever order they end, odd numbers of games and single ones, too") {
    Repeats repeats;
    const std::vector<bool> present(3, true);
    const auto add = [&](std::size_t first, std::size_t second, std::uint64_t moves, int number) {
        repeats.add({first, second, moves, number});
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

TEST_CASE("what one pairing loses hides nothing that another one gains") {
    Repeats repeats;
    for (int number = 0; number < 200; ++number) {
        repeats.add({0, 1, static_cast<std::uint64_t>(number < 100 ? number : 0), 2 * number});
        repeats.add({0, 2, static_cast<std::uint64_t>(number), 2 * number + 1});
    }
    CHECK(repeats.last_games_only_repeat({true, true, false}, 0, 50));
    CHECK_FALSE(repeats.last_games_only_repeat({true, true, true}, 0, 50));
}

TEST_CASE("bots that choose among a few games stop adding evidence") {
    std::mt19937_64 random(3);
    Repeats repeats;
    int number = 0;
    for (; number < 2000 && !repeats.last_games_only_repeat({true, true}, 0, 50); ++number)
        repeats.add({0, 1, random() % 10 * (random() % 10), number});
    CHECK(number > 60);
    CHECK(number < 500);
}

TEST_CASE("openings that begin anew end a tournament of deterministic bots, but not one of bots that vary") {
    const auto games_until_end = [](int varied) {
        std::mt19937_64 random(3);
        Repeats repeats;
        constexpr int openings = 1000, most = 4000;
        int number = 0;
        for (; number < most && !repeats.last_games_only_repeat({true, true}, 0, 50); number += 10)
            for (int game = number; game < number + 10; ++game)
                repeats.add({0, 1,
                             random() % 10 < static_cast<unsigned>(varied)
                                 ? random()
                                 : static_cast<std::uint64_t>(game % openings),
                             game});
        return number;
    };
    CHECK(games_until_end(0) > 1000);
    CHECK(games_until_end(0) < 1250);
    CHECK(games_until_end(5) == 4000);
}

TEST_CASE("the share of the most frequent games") {
    Repeats repeats;
    CHECK(repeats.share_of_main_lines() == 0);
    for (int number = 0; number < 10; ++number) {
        repeats.add({0, 1, number < 5 ? 1U : static_cast<std::uint64_t>(number), number});
        repeats.add({0, 2, static_cast<std::uint64_t>(number), number + 10});
    }
    CHECK(repeats.share_of_main_lines() == doctest::Approx(0.3));
    CHECK(repeats.effective() == doctest::Approx(100. / 30 + 10));
}

}  // namespace

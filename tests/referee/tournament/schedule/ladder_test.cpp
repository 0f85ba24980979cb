// The ladder plays whom most is to be learned about.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <doctest/doctest.h>

#include "referee/tournament/schedule/ladder.hpp"
#include "tests/referee/tournament/schedule/played.hpp"

namespace tournament_test {

namespace {

FormatSettings ladder_of(int batch) {
    FormatSettings settings;
    settings.format = Format::ladder;
    settings.batch = batch;
    return settings;
}

/// Half an Elo rater: 8 points a half point above or below the draw, and the deviation falls with the games.
std::vector<Estimate> simple_rater(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    std::vector<Estimate> estimates(static_cast<std::size_t>(entrants));
    std::vector<int> counts(estimates.size());
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr) continue;
        const int lead = half_points_of_first(*result) - 1;
        estimates[static_cast<std::size_t>(game.first)].rating += 8 * lead;
        estimates[static_cast<std::size_t>(game.second)].rating -= 8 * lead;
        ++counts[static_cast<std::size_t>(game.first)];
        ++counts[static_cast<std::size_t>(game.second)];
    }
    for (std::size_t i = 0; i < estimates.size(); ++i)
        estimates[i].deviation = 350 / std::sqrt(1.0 + counts[i]);
    return estimates;
}

std::map<std::pair<int, int>, int> pairs_of(const std::vector<PlannedGame>& games) {
    std::map<std::pair<int, int>, int> pairs;
    for (const PlannedGame& game : games) {
        if (game.number % 2 == 0) ++pairs[std::minmax(game.first, game.second)];
    }
    return pairs;
}

}  // namespace

TEST_CASE("a pair is worth more the less its order is known") {
    CHECK(worth_of_pair({0, 50}, {0, 50}) > worth_of_pair({0, 50}, {100, 50}));
    CHECK(worth_of_pair({0, 50}, {100, 50}) > worth_of_pair({0, 50}, {400, 50}));
    CHECK(worth_of_pair({0, 100}, {100, 100}) > worth_of_pair({0, 20}, {100, 20}));
    CHECK(worth_of_pair({0, 50}, {30, 60}) == doctest::Approx(worth_of_pair({30, 60}, {0, 50})));
    // Two equals about whom all is known are worth less than two new ones.
    CHECK(worth_of_pair({0, 5}, {0, 5}) < worth_of_pair({0, 300}, {0, 300}));
    // By hand: s = 100, d = 100, so Phi(-1) = 0.158655; p = 1/(1+10^-0.25) = 0.640065, p(1-p) = 0.230382,
    // i = 2 * 0.230382 * 0.00575646^2 = 1.52682e-5, s^2 i = 0.152682, 1 - 1/sqrt(1.152682) = 0.0685821.
    CHECK(worth_of_pair({100, 60}, {0, 80}) == doctest::Approx(0.158655 * 0.0685821).epsilon(1e-4));
}

TEST_CASE("the ladder plays neighbours rather than strangers, and newcomers first") {
    const auto fixed = [](std::vector<Estimate> estimates) {
        return [estimates](int, const std::vector<PlannedGame>&, const FinishedGames&) { return estimates; };
    };
    Ladder neighbours(ladder_of(1), 3, 1, fixed({{0, 40}, {500, 40}, {60, 40}}));
    CHECK(pairs_of(neighbours.ready({})) == std::map<std::pair<int, int>, int>{{{0, 2}, 1}});
    Ladder newcomer(ladder_of(1), 3, 1, fixed({{0, 20}, {10, 20}, {5, 300}}));
    CHECK(pairs_of(newcomer.ready({})).begin()->first.second == 2);
}

TEST_CASE("a batch is spread over those who are equal") {
    Ladder ladder(ladder_of(6), 4, 1, simple_rater);
    const auto pairs = pairs_of(ladder.ready({}));
    CHECK(pairs.size() == 6);
    CHECK(!ladder.total());
}

TEST_CASE("the ladder has no end, and stays the same in whatever order games end") {
    for (std::uint64_t salt = 0; salt < 6; ++salt) {
        Ladder in_order(ladder_of(3), 5, salt, simple_rater);
        Ladder at_random(ladder_of(3), 5, salt, simple_rater);
        const FinishedGames results = play_out(in_order, salt, Completion::in_order, 300);
        const FinishedGames same = play_out(at_random, salt, Completion::at_random, 300);
        CHECK(in_order.ready(results) == at_random.ready(same));
        CHECK(!in_order.finished(results));
        check_pairs(in_order.ready(results), 5);
        for (const int balance : side_balances(in_order.ready(results), 5))
            CHECK(balance == 0);
    }
}

TEST_CASE("a ladder is resumed from its games, also in the middle of a batch") {
    for (const int played : {0, 1, 29, 30, 31, 60}) {
        Ladder whole(ladder_of(5), 6, 4, simple_rater);
        const FinishedGames part = play_out(whole, 4, Completion::in_order, played);
        const auto planned = whole.ready(part);
        Ladder resumed(ladder_of(5), 6, 4, simple_rater, planned);
        CHECK(resumed.ready(part) == planned);
        FinishedGames results = part;
        for (int batch = 0; batch < 4; ++batch) {
            const auto games = whole.ready(results);
            CHECK(resumed.ready(results) == games);
            for (const PlannedGame& game : games) {
                if (results.find(game.number) == nullptr) results.add(made_up(game, 4));
            }
        }
    }
}

TEST_CASE("an entrant added later is played most until it is known as well as the others") {
    Ladder before(ladder_of(4), 4, 9, simple_rater);
    FinishedGames results = play_out(before, 2, Completion::in_order, 400);
    const auto planned = before.ready(results);
    FinishedGames all;
    for (const PlannedGame& game : planned)
        all.add(made_up(game, 2));
    Ladder after(ladder_of(4), 5, 9, simple_rater, planned);
    const auto& games = after.ready(all);
    REQUIRE(games.size() == planned.size() + 8);
    CHECK(std::equal(planned.begin(), planned.end(), games.begin()));
    for (std::size_t i = planned.size(); i < games.size(); ++i)
        CHECK(std::max(games[i].first, games[i].second) == 4);
    CHECK(games.back().round == planned.back().round + 1);
}

TEST_CASE("games that are not dense are no ladder") {
    std::vector<PlannedGame> planned(1);
    planned[0].number = 1;
    planned[0].second = 1;
    CHECK_THROWS_AS(Ladder(ladder_of(1), 2, 1, simple_rater, planned), std::logic_error);
}

}  // namespace tournament_test

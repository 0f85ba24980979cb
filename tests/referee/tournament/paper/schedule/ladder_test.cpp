// Tests that the ladder plays the most informative pairs.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <doctest/doctest.h>

#include "referee/tournament/paper/schedule/ladder.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

namespace {

FormatSettings ladder_of(int batch) {
    FormatSettings settings = settings_of(Format::ladder);
    settings.batch = batch;
    return settings;
}

/// Returns estimates whose errors are independent.
Estimates estimates_of(const std::vector<std::pair<double, double>>& ratings_and_deviations) {
    const std::size_t count = ratings_and_deviations.size();
    std::vector<double> ratings, covariance(count * count);
    for (std::size_t i = 0; i < count; ++i) {
        ratings.push_back(ratings_and_deviations[i].first);
        covariance[i * count + i] = ratings_and_deviations[i].second * ratings_and_deviations[i].second;
    }
    return {std::move(ratings), std::move(covariance)};
}

/// Returns a rater that always returns the same estimates.
Rater fixed(const std::vector<std::pair<double, double>>& ratings_and_deviations) {
    return [estimates = estimates_of(ratings_and_deviations)](const Field&, const auto&, const auto&) {
        return estimates;
    };
}

/// A simplified Elo rater without expected scores. A game changes both ratings by 8 points for each half point above or
/// below a draw. The standard error falls with the number of games.
Estimates simple_rater(const Field& field, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    std::vector<std::pair<double, double>> estimates(at(field.entrants()));
    std::vector<int> counts(estimates.size());
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr) continue;
        const int lead = half_points_of_first(*result) - 1;
        estimates[at(game.first)].first += 8 * lead;
        estimates[at(game.second)].first -= 8 * lead;
        ++counts[at(game.first)];
        ++counts[at(game.second)];
    }
    for (std::size_t i = 0; i < estimates.size(); ++i)
        estimates[i].second = 350 / std::sqrt(1.0 + counts[i]);
    return estimates_of(estimates);
}

FinishedGames results_of(const std::vector<PlannedGame>& games) {
    FinishedGames results;
    for (const PlannedGame& game : games)
        results.add(made_up(game, 1));
    return results;
}

std::map<Couple, int> pairs_of(const std::vector<PlannedGame>& games) {
    std::map<Couple, int> pairs;
    for (const PlannedGame& game : games) {
        if (game.number % 2 == 0) ++pairs[couple_of(game)];
    }
    return pairs;
}

}  // namespace

TEST_CASE("the less the order of a pair is known, the more the pair is worth") {
    const auto worth = [](std::pair<double, double> a, std::pair<double, double> b) {
        return worth_of_pair(estimates_of({a, b}), 0, 1);
    };
    CHECK(worth({0, 50}, {0, 50}) > worth({0, 50}, {100, 50}));
    CHECK(worth({0, 50}, {100, 50}) > worth({0, 50}, {400, 50}));
    CHECK(worth({0, 100}, {100, 100}) > worth({0, 20}, {100, 20}));
    CHECK(worth({0, 50}, {30, 60}) == doctest::Approx(worth({30, 60}, {0, 50})));
    // A pair of games between equal entrants is worth less if their ratings are well known than if they are new.
    CHECK(worth({0, 5}, {0, 5}) < worth({0, 300}, {0, 300}));
    // By hand: s = 100, d = 100, so Phi(-1) = 0.158655; p = 1/(1+10^-0.25) = 0.640065, p(1-p) = 0.230382,
    // i = 2 * 0.230382 * 0.00575646^2 = 1.52682e-5, s^2 i = 0.152682, 1 - 1/1.152682 = 0.132458.
    CHECK(worth({100, 60}, {0, 80}) == doctest::Approx(0.158655 * 0.132458).epsilon(1e-4));
}

TEST_CASE("errors that two ratings have in common say nothing about their difference") {
    // Both ratings have a standard error of about 100, but their errors are strongly correlated. So the difference has
    // a standard error of only 20.
    const Estimates estimates({0, 20}, {10'000, 9'800, 9'800, 10'000});
    CHECK(estimates.variance(0, 1) == doctest::Approx(400));
    CHECK(estimates.doubt(0, 1) == doctest::Approx(0.158655).epsilon(1e-4));
    CHECK(estimates.doubt(0, 1) < estimates_of({{0, 100}, {20, 100}}).doubt(0, 1));
}

TEST_CASE("a supposed pair of games updates the whole covariance as an observation does") {
    Estimates estimates = estimates_of({{0, 100}, {0, 100}, {0, 100}});
    const double before = estimates.variance(0, 1);
    const double share = estimates.share_left(0, 1);
    estimates.suppose_pair(0, 1);
    CHECK(estimates.variance(0, 1) == doctest::Approx(before * share));
    // The variance of a difference to a third entrant falls by a quarter of this amount. Only one end of the difference
    // moves, and by half as much, and a variance is quadratic.
    CHECK(estimates.variance(0, 2) == doctest::Approx(before - before * (1 - share) / 4));
}

TEST_CASE("the ladder prefers neighbours, and newcomers first") {
    Ladder neighbours(ladder_of(1), 3, 1, fixed({{0, 40}, {500, 40}, {60, 40}}));
    CHECK(pairs_of(neighbours.ready({})) == std::map<Couple, int>{{{0, 2}, 1}});
    Ladder newcomer(ladder_of(1), 3, 1, fixed({{0, 20}, {10, 20}, {5, 300}}));
    CHECK(pairs_of(newcomer.ready({})).begin()->first.second == 2);
}

TEST_CASE("a ladder rests while each present entrant has its pairs, and a newcomer ends the rest") {
    FormatSettings settings = ladder_of(4);
    settings.pairs_before_rest = 10;
    const auto play_until_rest = [&](const Field& field, std::vector<PlannedGame> games) {
        Ladder ladder(settings, field, 1, simple_rater, games);
        FinishedGames results = results_of(games);
        for (;;) {
            const std::vector<PlannedGame> more = ladder.ready(results);
            if (more.size() == games.size()) break;
            games = more;
            results = results_of(games);
        }
        CHECK(ladder.rests());
        return games;
    };
    const auto pairs_with = [](const std::vector<PlannedGame>& games, int entrant) {
        return std::ranges::count_if(games, [&](const PlannedGame& game) { return game.first == entrant; });
    };
    const auto games = play_until_rest(3, {});
    for (const int entrant : {0, 1, 2})
        CHECK((pairs_with(games, entrant) >= 10 && pairs_with(games, entrant) < 20));
    const int planned = static_cast<int>(games.size());
    const std::vector<Change> left = {{.kind = Change::Kind::withdrawn, .planned = planned, .entrant = 2}};
    CHECK(play_until_rest(Field(3, left), games).size() == games.size());
    const std::vector<Change> joined = {{.kind = Change::Kind::joined, .planned = planned, .entrant = 3}};
    CHECK(pairs_with(play_until_rest(Field(4, joined), games), 3) >= 10);
    Ladder alone(settings, Field(2, std::vector<Change>{{.kind = Change::Kind::withdrawn, .entrant = 1}}), 1,
                 simple_rater);
    CHECK((alone.ready({}).empty() && !alone.rests()));
}

TEST_CASE("before a ladder rests, it plays little more than it needs") {
    // Entrants 0 and 1 are nearly tied, and all others are far away, so nearly all pairs would be theirs.
    FormatSettings settings = ladder_of(2);
    settings.pairs_before_rest = 20;
    Ladder ladder(settings, 7, 1, fixed({{0, 30}, {1, 30}, {800, 30}, {1600, 30}, {2400, 30}, {3200, 30}, {4000, 30}}));
    const FinishedGames results = play_out(ladder, 1, Completion::in_order, 2000);
    CHECK(ladder.rests());
    CHECK(ladder.games().size() >= 2 * 7 * 20 / 2);
    CHECK(ladder.games().size() < 2 * 7 * 20 * 4 / 5);
}

TEST_CASE("every entrant has at least about a third of the median number of games") {
    // Entrants 0 and 1 are nearly tied, and all others are far away. Games between the others would yield almost no
    // information.
    Ladder ladder(ladder_of(4), 7, 1,
                  fixed({{0, 30}, {1, 30}, {800, 30}, {1600, 30}, {2400, 30}, {2401, 30}, {2402, 30}}));
    const FinishedGames results = play_out(ladder, 1, Completion::in_order, 800);
    std::vector<int> counts(7);
    for (const PlannedGame& game : ladder.ready(results)) {
        ++counts[at(game.first)];
        ++counts[at(game.second)];
    }
    std::vector<int> sorted = counts;
    std::sort(sorted.begin(), sorted.end());
    CHECK(3 * (sorted.front() + 2) >= sorted[3]);
    CHECK(sorted.front() < sorted[3]);  // the minimum is a fraction of the median; not all have the same number
}

TEST_CASE("every fifth pair is drawn by lot, so that all pairings occur") {
    // By their worth, only 0 and 1 would ever meet, and 2 and 3.
    Ladder ladder(ladder_of(4), 4, 1, fixed({{0, 5}, {0, 5}, {2000, 5}, {2000, 5}}));
    const FinishedGames results = play_out(ladder, 1, Completion::in_order, 1000);
    const auto pairs = pairs_of(ladder.ready(results));
    int others = 0;
    for (const auto& [couple, count] : pairs) {
        CHECK(count >= 8);
        if (couple != Couple(0, 1) && couple != Couple(2, 3)) others += count;
    }
    CHECK(pairs.size() == 6);
    CHECK(others > 40);  // the expected number is 500 / 5 * 4 / 6
    CHECK(others < 95);
}

TEST_CASE("newcomers play at once, and then in at most every second pair") {
    const Rater rater = fixed({{0, 5}, {0, 5}, {2000, 5}, {2000, 5}, {1000, 5}, {900, 5}});
    Ladder ladder(ladder_of(4), 4, 1, fixed({{0, 5}, {0, 5}, {2000, 5}, {2000, 5}}));
    FinishedGames results = play_out(ladder, 1, Completion::in_order, 1000);
    const auto before = ladder.ready(results);
    Ladder with_two(ladder_of(4), 6, 1, rater, before);
    for (int batch = 0; batch < 3; ++batch) {
        for (const PlannedGame& game : std::vector<PlannedGame>(with_two.ready(results))) {
            if (results.find(game.number) == nullptr) results.add(made_up(game, 1));
        }
    }
    const auto& games = with_two.games();
    std::vector<int> of_newcomers;  // for each new pair, the number of newcomers in it
    for (std::size_t i = before.size(); i < games.size(); i += 2)
        of_newcomers.push_back((games[i].first > 3 ? 1 : 0) + (games[i].second > 3 ? 1 : 0));
    REQUIRE(of_newcomers.size() >= 8);
    of_newcomers.resize(8);
    CHECK(of_newcomers[0] > 0);
    CHECK(of_newcomers[0] + of_newcomers[1] >= 2);
    const auto some = std::count_if(of_newcomers.begin(), of_newcomers.end(), [](int count) { return count > 0; });
    CHECK(some >= 3);
    CHECK(some <= 6);
}

TEST_CASE("a newcomer meets three bots of the staff first, and then its neighbours") {
    const Rater rater = fixed({{0, 5}, {10, 5}, {20, 5}, {30, 5}, {900, 300}, {900, 300}});
    FormatSettings settings = ladder_of(1);
    settings.staff = 4;
    Ladder ladder(settings, 6, 1, rater);
    const FinishedGames results = play_out(ladder, 1, Completion::in_order, 200);
    const auto pairs = pairs_of(ladder.ready(results));
    for (const int newcomer : {4, 5}) {
        for (const int staff : {0, 1, 2})
            CHECK(pairs.at({staff, newcomer}) >= pairs_with_staff);
        CHECK((!pairs.contains({3, newcomer}) || pairs.at({3, newcomer}) < 5));  // by lot
    }
    CHECK(pairs.at({4, 5}) > 40);
}

TEST_CASE("before it has met the staff, a newcomer meets nobody else but by lot, also after a resumption") {
    const Rater rater = fixed({{0, 5}, {10, 5}, {900, 300}, {900, 300}, {900, 300}});
    FormatSettings settings = ladder_of(3);
    settings.staff = 2;
    Ladder ladder(settings, 5, 1, rater);
    const FinishedGames results = play_out(ladder, 1, Completion::in_order, 200);
    const auto games = ladder.ready(results);
    std::map<Couple, int> before;
    const auto met_all = [&](int entrant) {
        return entrant < 2 || (before[{0, entrant}] >= pairs_with_staff && before[{1, entrant}] >= pairs_with_staff);
    };
    int early = 0;
    for (const PlannedGame& game : games) {
        if (game.number % 2 == 1) continue;
        const auto [a, b] = couple_of(game);
        if (a >= 2 && !(met_all(a) && met_all(b))) {
            CHECK(game.pair % 5 == 4);
            ++early;
        }
        ++before[{a, b}];
    }
    CHECK(early < 5);
    CHECK((met_all(2) && met_all(3) && met_all(4)));
    // Continued at any batch, it plans the same games.
    for (std::size_t known = 0; known <= 60; known += 6) {
        const std::vector<PlannedGame> planned(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(known));
        Ladder resumed(settings, 5, 1, rater, planned);
        FinishedGames so_far = results_of(planned);
        while (resumed.games().size() < 120) {
            const std::vector<PlannedGame> more = resumed.ready(so_far);
            so_far = results_of(more);
        }
        CHECK(std::equal(games.begin(), games.begin() + 120, resumed.games().begin()));
    }
}

TEST_CASE("a newcomer that has used up its openings against the staff meets others") {
    FormatSettings settings = ladder_of(2);
    settings.staff = 2;
    Ladder ladder(settings, 4, 1, simple_rater, {}, [](int pairs) { return pairs < 1; });
    const FinishedGames results = play_out(ladder, 1, Completion::in_order);
    CHECK(pairs_of(ladder.ready(results)).size() == 6);
}

TEST_CASE("if pairing by widths, the entrant with the widest error plays next, against the most informative opponent") {
    FormatSettings settings = ladder_of(1);
    settings.by_widths = true;
    Ladder ladder(settings, 4, 1, fixed({{0, 30}, {0, 30}, {400, 90}, {300, 40}}));
    // Entrant 3 has the rating nearest to that of entrant 2, so a game against entrant 3 is the most informative.
    CHECK(pairs_of(ladder.ready({})).begin()->first == std::pair(2, 3));
    // By hand: c = 90^2 and d = 100, so i = 1.52682e-5 as above, and v = 90^2 + 40^2 = 9700. The result is c^2 i / (1 +
    // v i).
    CHECK(estimates_of({{400, 90}, {300, 40}}).narrowing(0, 1) ==
          doctest::Approx(8100. * 8100. * 1.52682e-5 / 1.148102).epsilon(1e-4));
}

TEST_CASE("two entrants that have used up their openings pause, and the ladder ends when all pause") {
    const auto left = [](int pairs) { return pairs < 3; };
    Ladder ladder(ladder_of(4), 4, 1, simple_rater, {}, left);
    const FinishedGames results = play_out(ladder, 1, Completion::in_order);
    const auto pairs = pairs_of(ladder.ready(results));
    CHECK(pairs.size() == 6);
    for (const auto& [pair, count] : pairs)
        CHECK(count == 3);
    CHECK(ladder.finished(results));
    // The ladder continues with a new entrant, which still has unused openings.
    Ladder more(ladder_of(4), 5, 1, simple_rater, ladder.ready(results), left);
    CHECK(more.ready(results).size() > ladder.ready(results).size());
}

TEST_CASE("a batch is spread over equal entrants") {
    Ladder ladder(ladder_of(6), 4, 5, simple_rater);  // the lot of this seed is a pairing that has not met
    const auto pairs = pairs_of(ladder.ready({}));
    CHECK(pairs.size() == 6);
    CHECK(!ladder.total({}));
}

TEST_CASE("the ladder has no end, and does not depend on the order in which games end") {
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

TEST_CASE("games with gaps in their numbers are not a ladder") {
    std::vector<PlannedGame> planned(1);
    planned[0].number = 1;
    planned[0].second = 1;
    CHECK_THROWS_AS(Ladder(ladder_of(1), 2, 1, simple_rater, planned), std::logic_error);
}

}  // namespace tournament_test

// Goals: their text, how far they are, and when they are looked at.
#include <doctest/doctest.h>

#include "referee/tournament/figures/statistics/goal.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

namespace tournament_test {

using namespace referee::tournament;

TEST_CASE("a goal is read, and written as it was read") {
    for (const char* text : {"los=95", "los=99.5", "elo=20", "elo=7.5"}) {
        REQUIRE(goal_of(text));
        CHECK(to_text(*goal_of(text)) == text);
    }
    for (const char* text :
         {"", "los", "los=", "los=50", "los=100", "los=9x", "elo=0.5", "elo=nan", "elo=inf", "elo=-5", "x=60"})
        CHECK(!goal_of(text));
}

TEST_CASE("neighbours are decided by the likelihood of superiority") {
    Results results(3);
    results.add(0, 1, {30, 0, 10});
    results.add(1, 0, {12, 0, 28});
    results.add(1, 2, {12, 4, 10});
    results.add(2, 1, {11, 4, 11});
    const Superiority likelihood = superiority_of(results);
    const auto progress = [&](double percent) {
        return progress_to({Goal::Kind::los, percent}, results, {}, {0, 1, 2}, posterior_for(results));
    };
    REQUIRE(likelihood(0, 1) > 0.95);
    REQUIRE(likelihood(1, 2) < 0.95);
    CHECK(progress(95).reached == 1);
    CHECK(progress(95).of == 2);
    CHECK(!progress(95).is_reached());
    CHECK(*progress(95).farthest == doctest::Approx(100 * likelihood(1, 2)));
    CHECK(progress(100 * likelihood(1, 2) - 0.01).is_reached());
    // In the wrong order a pair is not decided, however clear it is.
    CHECK(progress_to({Goal::Kind::los, 95}, results, {}, {1, 0, 2}, posterior_for(results)).reached == 1);
    CHECK(!progress_to({Goal::Kind::los, 95}, Results(2), {}, {0, 1}, posterior_for(Results(2))).is_reached());
    CHECK(!progress_to({Goal::Kind::los, 95}, Results(2), {}, {0}, posterior_for(Results(2)))
               .is_reached());  // no neighbours
}

TEST_CASE("neighbours whose games count nothing for ratings are not decided, whatever games against others say") {
    Results results(3);
    results.add(0, 1, {10, 0, 0});
    results.add(0, 2, {30, 0, 0});
    results.add(2, 0, {0, 0, 30});
    results.add(1, 2, {30, 0, 0});
    results.add(2, 1, {0, 0, 30});
    const auto reached = [&] {
        return progress_to({Goal::Kind::los, 90}, results, {}, {0, 2}, posterior_for(results)).reached;
    };
    CHECK(reached() == 1);
    results.set_weight(0, 2, 0);
    REQUIRE(superiority_of(results)(0, 2) > 0.9);  // from the games against 1
    CHECK(reached() == 0);
    CHECK(progress_to({Goal::Kind::los, 90}, results, {}, {2, 0}, posterior_for(results)).farthest == 50);
}

TEST_CASE("intervals are those of the table, and their standard errors tell from far") {
    std::mt19937_64 random(3);
    const Results results = Truth{{0, 50, 100, 150}, 20, 0.5}.round_robin(100, random);
    double widest = 0;
    for (const Rating& rating : rate(results).entrants)
        widest = std::max(widest, (*rating.interval.upper - *rating.interval.lower) / 2);
    const auto progress = [&](double elo) {
        return progress_to({Goal::Kind::elo, elo}, results, {}, {0, 1, 2, 3}, posterior_for(results));
    };
    CHECK(progress(widest + 0.01).is_reached());
    CHECK(*progress(widest + 0.01).farthest == doctest::Approx(widest));
    CHECK(progress(widest - 0.01).reached < 4);
    // Far from it the standard errors do, and they are near.
    CHECK(progress(widest / 2).reached == 0);
    CHECK(*progress(widest / 2).farthest == doctest::Approx(widest).epsilon(0.03));
}

TEST_CASE("one that is left alone, the anchor or not, reaches no goal in Elo") {
    Results results(2);
    results.add(0, 1, {30, 0, 10});
    for (const std::optional<Anchor>& anchor : {std::optional<Anchor>(), std::optional(Anchor{0, 1500})}) {
        RatingSettings settings;
        settings.anchor = anchor;
        const GoalProgress progress =
            progress_to({Goal::Kind::elo, 20}, results, settings, {0}, posterior_for(results));
        CHECK_FALSE(progress.is_reached());
        CHECK(progress.of == 0);
    }
}

TEST_CASE("who has left without a game keeps no interval open, who is there without one does") {
    std::mt19937_64 random(3);
    const Results three = Truth{{0, 50, 100}, 20, 0.5}.round_robin(100, random);
    Results results(4);  // the second has no games
    const auto place = [](std::size_t entrant) { return entrant == 0 ? entrant : entrant + 1; };
    for (const auto& [pair, tally] : three.tallies())
        results.add(place(pair.first), place(pair.second), tally);
    const auto progress = [&](const std::vector<std::size_t>& order) {
        return progress_to({Goal::Kind::elo, 500}, results, {}, order, posterior_for(results));
    };
    CHECK(progress({3, 2, 0}).is_reached());
    CHECK(progress({3, 2, 0}).farthest);
    CHECK_FALSE(progress({3, 2, 1, 0}).is_reached());
}

TEST_CASE("an anchor or another entrant that has left with few games keeps no interval open") {
    std::mt19937_64 random(3);
    const Results three = Truth{{0, 50, 100}, 20, 0.5}.round_robin(2000, random);
    Results results(4);
    for (const auto& [pair, tally] : three.tallies())
        results.add(pair.first, pair.second, tally);
    results.add(0, 3, {1, 0, 1});
    const auto progress = [&](const RatingSettings& settings, const std::vector<std::size_t>& order) {
        return progress_to({Goal::Kind::elo, 20}, results, settings, order, posterior_for(results));
    };
    const RatingSettings with_anchor{.anchor = Anchor{3, 1500}};
    CHECK(*progress(with_anchor, {2, 1, 0, 3}).farthest > 100);
    CHECK(progress(with_anchor, {2, 1, 0}).is_reached());
    CHECK(*progress({}, {2, 1, 0, 3}).farthest > 100);
    CHECK(progress({}, {2, 1, 0}).is_reached());
    CHECK(*progress(with_anchor, {2, 1, 0}).farthest == *progress({}, {0, 1, 2}).farthest);
    // An anchor that takes part is the zero, and the differences from it are those of the table.
    const RatingSettings there{.anchor = Anchor{0, 1500}};
    const Ratings table = rate(results, there);
    double widest = 0;
    for (const std::size_t entrant : {1U, 2U})
        widest =
            std::max(widest, (*table.entrants[entrant].interval.upper - *table.entrants[entrant].interval.lower) / 2);
    CHECK(*progress(there, {2, 1, 0}).farthest == doctest::Approx(widest));
    CHECK(progress(there, {2, 1, 0}).of == 3);
}

TEST_CASE("there are few checkpoints, and never far apart") {
    int looks = 0;
    std::uint64_t last = 16;
    CHECK(is_checkpoint(16, 16));
    CHECK(is_checkpoint(32, 16));
    for (std::uint64_t games = 16; games <= 1'000'000; games += 16) {
        if (!is_checkpoint(games, 16)) continue;
        ++looks;
        CHECK(static_cast<double>(games) <= static_cast<double>(last) * 1.12 + 16);
        last = games;
    }
    CHECK(looks < 230);
    for (std::uint64_t games = 0; games < 16; games += 2)
        CHECK(!is_checkpoint(games, 2));
    CHECK(is_checkpoint(16, 2));
    CHECK(is_checkpoint(20, 20));
}

}  // namespace tournament_test

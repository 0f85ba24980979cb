// Tests which entrants a ladder rates, and that the others do not matter.
#include <doctest/doctest.h>

#include "referee/tournament/run/ladder_rater.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

namespace {

struct RatedGames {
    std::vector<PlannedGame> games;
    FinishedGames results;

    /// Adds games that the first of the two wins.
    void add(int first, int second, int count) {
        for (int i = 0; i < count; ++i) {
            const int number = static_cast<int>(games.size());
            games.push_back({.number = number, .first = first, .second = second, .pair = number, .opening = {}});
            GameResult result;
            result.number = number;
            result.counts = true;
            result.winner = 0;
            results.add(result);
        }
    }
};

}  // namespace

TEST_CASE("of the entrants that have left, a ladder rates the last ones, and those that take part all") {
    constexpr int present = 3;
    const int rated = static_cast<int>(max_rated_in_ladder), entrants = rated + 40;
    RatedGames played;
    for (int entrant = present; entrant < entrants; ++entrant)
        played.add(0, entrant, 2);
    played.add(1, 2, 4);
    std::vector<Change> changes;
    for (int entrant = entrants - 1; entrant >= present; --entrant)  // the last one leaves first
        changes.push_back({.kind = Change::Kind::withdrawn, .planned = entrants - entrant, .entrant = entrant});
    const Estimates all = rate_for_ladder(Field(entrants, changes), played.games, played.results);
    REQUIRE(all.size() == entrants);
    for (int entrant = 0; entrant < entrants; ++entrant)
        CHECK((all.variance(entrant) > 0) == (entrant < rated));
    CHECK(all.difference(1, 2) > 40);

    // As if the others had never been there.
    RatedGames without;
    for (int entrant = present; entrant < rated; ++entrant)
        without.add(0, entrant, 2);
    without.add(1, 2, 4);
    const Estimates fewer = rate_for_ladder(rated, without.games, without.results);
    for (int entrant = 0; entrant < rated; ++entrant) {
        CHECK(all.difference(entrant, 0) == doctest::Approx(fewer.difference(entrant, 0)));
        CHECK(all.variance(entrant, 0) == doctest::Approx(fewer.variance(entrant, 0)));
    }

    // An entrant that returns takes part in the estimates again; so do all, if more than that number take part.
    changes.push_back({.kind = Change::Kind::returned, .planned = entrants, .entrant = entrants - 1});
    CHECK(rate_for_ladder(Field(entrants, changes), played.games, played.results).variance(entrants - 1) > 0);
    CHECK(rate_for_ladder(entrants, played.games, played.results).variance(entrants - 1) > 0);
}

}  // namespace tournament_test

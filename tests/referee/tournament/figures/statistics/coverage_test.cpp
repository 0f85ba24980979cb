// The 95 % intervals hold the truth in about 95 % of the cases, in tournaments of every format.
#include "tests/referee/tournament/figures/statistics/coverage.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <future>
#include <string>
#include <vector>

#include "tests/soak.hpp"

using namespace referee::tournament;

namespace {

/// A shape, and the range in which the share of intervals that hold the truth has to be.
struct Case {
    Shape shape;
    double lowest = 0.92;
    double highest = 0.98;
};

void check(const std::vector<Case>& cases, int tournaments, bool side_too) {
    std::vector<std::future<Coverage>> futures;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        futures.push_back(std::async(std::launch::async, coverage, cases[i].shape, tournaments, 100 + i, true, 0));
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Coverage found = futures[i].get();
        CAPTURE(cases[i].shape.name);
        MESSAGE(cases[i].shape.name << ": " << 100 * found.share() << " % of " << found.ratings << " ratings, "
                                    << 100 * found.side_share() << " % of " << found.sides << " first-move advantages");
        CHECK(found.share() > cases[i].lowest);
        CHECK(found.share() < cases[i].highest);
        if (side_too) CHECK(found.side_share() > 0.92);
    }
}

}  // namespace

TEST_CASE("95 % intervals hold the truth in about 95 % of the tournaments of each shape") {
    const std::vector<Case> cases = {{{"two entrants, 10 games", 2, 100, 0.5, 10}},
                                     {{"two entrants, 40 games, no draws", 2, 150, 0, 40}},
                                     {{"three entrants, 4 games a pair", 3, 100, 0.5, 4}},
                                     {{"four entrants, 2 games a pair", 4, 100, 0.5, 2}},
                                     {{"four entrants, 2 games a pair, no draws", 4, 150, 0, 2}},
                                     {{"four entrants, 20 games a pair", 4, 150, 0.5, 20}},
                                     {{"six entrants, lopsided", 6, 500, 0.3, 10}},
                                     {{"eight entrants, lopsided, 2 games a pair", 8, 700, 0.1, 2}},
                                     {{"eight entrants, mostly draws", 8, 100, 4, 4}},
                                     {{"gauntlet of six, 10 games a pair", 6, 150, 0.5, 10, Format::gauntlet}},
                                     {{"twelve entrants, 2 games a pair", 12, 200, 0.5, 2}}};
    check(cases, repetitions(250, 1000), true);
}

TEST_CASE("a large tournament: 30 entrants") {
    check({{{"30 entrants", 30, 200, 0.5, 2}, 0.93, 0.97}}, repetitions(10, 20), false);
}

// Maximum likelihood would have 80 to 90 % in the Swiss tournaments and 50 to 75 % in the ladders.
TEST_CASE("intervals hold the truth where pairings follow results") {
    const std::vector<Case> cases = {{{"Swiss of 16, 2 games", 16, 200, 0.5, 2, Format::swiss}, 0.905},
                                     {{"Swiss of 32, 2 games", 32, 200, 0.5, 2, Format::swiss}, 0.905},
                                     {{"Swiss of 32, 4 games", 32, 200, 0.5, 4, Format::swiss}, 0.905},
                                     {{"Swiss of 64, 2 games", 64, 200, 0.5, 2, Format::swiss}, 0.905},
                                     {{"ladder of 12", 12, 200, 0.5, 240, Format::ladder}},
                                     {{"ladder of 30", 30, 200, 0.5, 600, Format::ladder}}};
    check(cases, repetitions(60, 600), false);
}

// As if games were independent, these have about 99 % and 80 %.
TEST_CASE("intervals hold the truth where the games of a pair depend on each other") {
    const std::vector<Case> cases = {
        {{"openings favour a side", 2, 100, 0.5, 400, Format::round_robin, 0, 400, 0}},
        {{"openings suit a bot", 2, 100, 0.5, 400, Format::round_robin, 0, 0, 400}},
        {{"openings favour a side, six entrants", 6, 100, 0.5, 60, Format::round_robin, 0, 400, 0}},
        {{"openings suit a bot, six entrants", 6, 100, 0.5, 60, Format::round_robin, 0, 0, 400}}};
    check(cases, repetitions(200, 1000), false);
}

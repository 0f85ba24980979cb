// The 95 % intervals hold the truth in about 95 % of the cases, in tournaments of every shape.
#include <doctest/doctest.h>

#include <cmath>
#include <future>
#include <random>
#include <string>

#include "referee/tournament/statistics/ratings.hpp"
#include "tests/referee/tournament/statistics/simulated.hpp"
#include "tests/soak.hpp"

using namespace referee::tournament;

namespace {

struct Shape {
    std::string name;
    std::size_t entrants;
    double spread;  // the standard deviation of the true ratings, Elo
    double nu;
    int games_a_side;
    bool gauntlet = false;
};

struct Coverage {
    int ratings = 0, held = 0;
    int sides = 0, sides_held = 0;

    double share() const { return double(held) / ratings; }
    double side_share() const { return double(sides_held) / sides; }
};

bool holds(const Interval& interval, double truth) {
    return (!interval.lower || *interval.lower <= truth) && (!interval.upper || truth <= *interval.upper);
}

Coverage coverage(const Shape& shape, int tournaments, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Coverage sum;
    for (int count = 0; count < tournaments; ++count) {
        Truth truth{{}, 30 + 30 * normal(random), shape.nu};
        for (std::size_t i = 0; i < shape.entrants; ++i) {
            truth.elo.push_back(shape.spread * normal(random));
        }
        const Results results =
            shape.gauntlet ? truth.gauntlet(shape.games_a_side, random) : truth.round_robin(shape.games_a_side, random);
        const Ratings ratings = rate(results);
        for (std::size_t i = 0; i < shape.entrants; ++i) {
            const Rating& rating = ratings.entrants[i];
            if (!rating.interval.lower && !rating.interval.upper) continue;
            ++sum.ratings;
            sum.held += holds(rating.interval, truth.above(i, ratings.parts[rating.part].anchors));
        }
        if (!ratings.first_move.elo) continue;
        ++sum.sides;
        sum.sides_held += holds(ratings.first_move.interval, truth.first_move);
    }
    return sum;
}

}  // namespace

TEST_CASE("95 % intervals hold the truth in about 95 % of the tournaments of each shape") {
    const int tournaments = repetitions(250, 1000);
    const double tolerance = tournaments < 1000 ? 0.03 : 0.02;
    const std::vector<Shape> shapes = {{"two entrants, 10 games", 2, 100, 0.5, 5},
                                       {"two entrants, 40 games, no draws", 2, 150, 0, 20},
                                       {"three entrants, 4 games a pair", 3, 100, 0.5, 2},
                                       {"four entrants, 2 games a pair", 4, 100, 0.5, 1},
                                       {"four entrants, 2 games a pair, no draws", 4, 150, 0, 1},
                                       {"four entrants, 20 games a pair", 4, 150, 0.5, 10},
                                       {"six entrants, lopsided", 6, 500, 0.3, 5},
                                       {"eight entrants, lopsided, 2 games a pair", 8, 700, 0.1, 1},
                                       {"eight entrants, mostly draws", 8, 100, 4, 2},
                                       {"gauntlet of six, 10 games a pair", 6, 150, 0.5, 5, true},
                                       {"twelve entrants, 2 games a pair", 12, 200, 0.5, 1}};
    std::vector<std::future<Coverage>> futures;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        futures.push_back(std::async(std::launch::async, coverage, shapes[i], tournaments, 100 + i));
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const Coverage found = futures[i].get();
        CAPTURE(shapes[i].name);
        MESSAGE(shapes[i].name << ": " << 100 * found.share() << " % of " << found.ratings << " ratings, "
                               << 100 * found.side_share() << " % of " << found.sides << " first-move advantages");
        CHECK(std::abs(found.share() - 0.95) < tolerance);
        CHECK(found.side_share() > 0.95 - tolerance);
    }
}

TEST_CASE("a large tournament: 30 entrants") {
    const Coverage found = coverage({"30 entrants", 30, 200, 0.5, 1}, repetitions(10, 20), 5);
    MESSAGE("30 entrants: " << 100 * found.share() << " % of " << found.ratings);
    CHECK(found.share() > 0.93);
    CHECK(found.share() < 0.97);
}

#include "tests/referee/tournament/statistics/coverage.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "referee/tournament/run/ladder_rater.hpp"
#include "tests/referee/tournament/statistics/simulated.hpp"

using namespace referee::tournament;

namespace {

bool holds(const Interval& interval, double truth) {
    return (!interval.lower || *interval.lower <= truth) && (!interval.upper || truth <= *interval.upper);
}

Results played(const Shape& shape, const Truth& truth, std::mt19937_64& random) {
    FormatSettings settings;
    settings.format = shape.format;
    settings.games = shape.games;
    if (shape.rounds > 0) settings.rounds = shape.rounds;
    const int entrants = static_cast<int>(shape.entrants);
    if (shape.format == Format::ladder) {
        Ladder ladder(settings, entrants, random(), rate_for_ladder);
        return truth.play(ladder, shape.games, random);
    }
    return truth.play(*make_schedule(settings, entrants, random()), std::numeric_limits<int>::max(), random);
}

Results without_pairs(const Results& results) {
    Results single(results.entrants());
    for (const auto& [pair, tally] : results.tallies())
        single.add(pair.first, pair.second, tally);
    return single;
}

/// Of those who have an estimate.
double kendall(const Ratings& ratings, const Truth& truth) {
    int agree = 0, pairs = 0;
    for (std::size_t i = 0; i < truth.elo.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto& a = ratings.entrants[i].elo;
            const auto& b = ratings.entrants[j].elo;
            if (!a || !b) continue;
            ++pairs;
            const double product = (*a - *b) * (truth.elo[i] - truth.elo[j]);
            agree += product > 0 ? 1 : product < 0 ? -1 : 0;
        }
    }
    return pairs == 0 ? 0 : static_cast<double>(agree) / pairs;
}

}  // namespace

double Coverage::error() const {
    return std::sqrt(squared_error / static_cast<double>(estimates));
}

Coverage coverage(const Shape& shape, RatingMethod method, int tournaments, std::uint64_t seed, bool paired) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    RatingSettings settings;
    settings.method = method;
    Coverage sum;
    for (int count = 0; count < tournaments; ++count) {
        Truth truth{{}, 30 + 30 * normal(random), shape.nu, shape.opening_for_side, shape.opening_for_bot};
        for (std::size_t i = 0; i < shape.entrants; ++i)
            truth.elo.push_back(shape.spread * normal(random));
        const Results results = played(shape, truth, random);
        const Ratings ratings = rate(paired ? results : without_pairs(results), settings);
        const Truth target = truth.on_average(results);
        for (std::size_t i = 0; i < shape.entrants; ++i) {
            const Rating& rating = ratings.entrants[i];
            const double above = target.above(i, ratings.parts[rating.part].anchors);
            if (rating.elo) {
                ++sum.estimates;
                sum.squared_error += (*rating.elo - above) * (*rating.elo - above);
            }
            if (!rating.interval.lower && !rating.interval.upper) continue;
            ++sum.ratings;
            sum.held += holds(rating.interval, above) ? 1 : 0;
        }
        sum.tau += kendall(ratings, target);
        ++sum.tournaments;
        if (!ratings.first_move.elo) continue;
        ++sum.sides;
        sum.sides_held += holds(ratings.first_move.interval, target.first_move) ? 1 : 0;
    }
    return sum;
}

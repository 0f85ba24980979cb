#include "tests/referee/tournament/figures/statistics/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/run/ladder_rater.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

using namespace referee::tournament;

namespace {

bool holds(const Interval& interval, double truth) {
    return (!interval.lower || *interval.lower <= truth) && (!interval.upper || truth <= *interval.upper);
}

Results without_pairs(const Results& results) {
    Results single(results.entrants());
    for (const auto& [pair, tally] : results.tallies())
        single.add(pair.first, pair.second, tally);
    return single;
}

/// The logarithm of the density of one entrant's true rating, and a true rating.
double log_density(const Shape& shape, std::size_t entrant, double elo) {
    const auto normal = [&](double mean, double spread) { return -std::pow((elo - mean) / spread, 2) / 2; };
    switch (shape.strengths) {
        case Strengths::normal: return normal(0, shape.spread);
        case Strengths::two_groups: return normal(entrant % 2 == 0 ? shape.spread : -shape.spread, 100);
        case Strengths::champion: return entrant == 0 ? normal(shape.spread, 1) : normal(0, 200);
        case Strengths::heavy: return -1.5 * std::log1p(std::pow(elo / shape.spread, 2) / 2);
        case Strengths::uniform: return std::abs(elo) < shape.spread ? 0 : -HUGE_VAL;
    }
    return 0;
}

/// Draws from the posterior of a prior that knows how the true ratings are distributed, by Metropolis's algorithm;
/// returns the
/// widths of the 95 % intervals of ratings above the mean of all.
std::vector<double> best_widths(const Shape& shape, const Results& results, Truth at, std::mt19937_64& random) {
    constexpr int warm_up = 1000, sweeps = 5000;
    const std::size_t n = shape.entrants;
    struct Seen {
        std::size_t other;
        bool first;
        Tally tally;
    };
    std::vector<std::vector<Seen>> of(n);
    bool drawn = false;
    for (const auto& [pair, tally] : results.tallies()) {
        of[pair.first].push_back({pair.second, true, tally});
        of[pair.second].push_back({pair.first, false, tally});
        drawn = drawn || tally.draws > 0;
    }
    std::normal_distribution<double> normal;
    const auto log_chance = [&](double d, const Tally& tally) {
        const double half = d / 2 / (400 / std::log(10.)), up = std::exp(half), down = 1 / up;
        return (static_cast<double>(tally.wins) - static_cast<double>(tally.losses)) * half +
               (tally.draws > 0 ? static_cast<double>(tally.draws) * std::log(at.nu) : 0) -
               static_cast<double>(tally.games()) * std::log(up + at.nu + down);
    };
    const auto log_of = [&](std::size_t i) {
        double sum = log_density(shape, i, at.elo[i]);
        for (const Seen& seen : of[i])
            sum += log_chance(seen.first ? at.elo[i] - at.elo[seen.other] + at.first_move
                                         : at.elo[seen.other] - at.elo[i] + at.first_move,
                              seen.tally);
        return sum;
    };
    const auto log_of_all = [&] {
        double sum = 0;
        for (const auto& [pair, tally] : results.tallies())
            sum += log_chance(at.elo[pair.first] - at.elo[pair.second] + at.first_move, tally);
        return sum;
    };
    if (!drawn) at.nu = 0;
    std::vector<double> steps(n + 2, 100);
    steps[n] = 30;
    steps[n + 1] = 0.2;
    std::vector<std::vector<double>> chain(n);
    // Moves one number; in the warm-up its steps become such that about 40 % are accepted.
    const auto move = [&](std::size_t which, double& number, double next, double log_jacobian, bool learn,
                          const auto& log_value) {
        const double before = log_value(), old = number;
        number = next;
        const bool accepted = std::log(uniform(random)) < log_value() - before + log_jacobian;
        if (!accepted) number = old;
        if (learn) steps[which] *= accepted ? 1.06 : 0.96;
    };
    for (int sweep = 0; sweep < warm_up + sweeps; ++sweep) {
        const bool learn = sweep < warm_up;
        for (std::size_t i = 0; i < n; ++i)
            move(i, at.elo[i], at.elo[i] + steps[i] * normal(random), 0, learn, [&] { return log_of(i); });
        move(n, at.first_move, at.first_move + steps[n] * normal(random), 0, learn, log_of_all);
        const double ratio = std::exp(steps[n + 1] * normal(random));
        if (drawn) move(n + 1, at.nu, at.nu * ratio, 0, learn, log_of_all);
        if (learn) continue;
        double mean = 0;
        for (const double elo : at.elo)
            mean += elo / static_cast<double>(n);
        for (std::size_t i = 0; i < n; ++i)
            chain[i].push_back(score_scale(at.first_move, at.nu) * (at.elo[i] - mean));
    }
    std::vector<double> widths;
    for (auto& values : chain) {
        std::sort(values.begin(), values.end());
        widths.push_back(values[sweeps - sweeps / 40] - values[sweeps / 40]);
    }
    return widths;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
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

double drawn_strength(const Shape& shape, std::size_t entrant, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    switch (shape.strengths) {
        case Strengths::normal: return shape.spread * normal(random);
        case Strengths::two_groups: return (entrant % 2 == 0 ? shape.spread : -shape.spread) + 100 * normal(random);
        case Strengths::champion: return entrant == 0 ? shape.spread : 200 * normal(random);
        case Strengths::heavy: return shape.spread * std::student_t_distribution<double>(2)(random);
        case Strengths::uniform: return shape.spread * (2 * uniform(random) - 1);
    }
    return 0;
}

double Coverage::error() const {
    return std::sqrt(squared_error / static_cast<double>(estimates));
}

double Coverage::relative_width() const {
    return median(widths) / median(best_widths);
}

Coverage coverage(const Shape& shape, int tournaments, std::uint64_t seed, bool paired, int compared) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Coverage sum;
    for (int count = 0; count < tournaments; ++count) {
        Truth truth{
            {}, shape.first_move + 30 * normal(random), shape.nu, shape.opening_for_side, shape.opening_for_bot};
        for (std::size_t i = 0; i < shape.entrants; ++i)
            truth.elo.push_back(drawn_strength(shape, i, random));
        const Results results = played(shape, truth, random);
        const Ratings ratings = rate(paired ? results : without_pairs(results));
        const Truth target = truth.on_average(results).on_score_scale();
        if (count < compared) {
            std::mt19937_64 chain(random());
            for (const double width : best_widths(shape, results, truth, chain))
                sum.best_widths.push_back(width);
        }
        for (std::size_t i = 0; i < shape.entrants; ++i) {
            const Rating& rating = ratings.entrants[i];
            const double above = target.above(i, ratings.parts[rating.part].anchors);
            if (rating.elo) {
                ++sum.estimates;
                sum.squared_error += (*rating.elo - above) * (*rating.elo - above);
            }
            if (!rating.interval.lower && !rating.interval.upper) continue;
            ++sum.ratings;
            if (count < compared && rating.interval.lower && rating.interval.upper)
                sum.widths.push_back(*rating.interval.upper - *rating.interval.lower);
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

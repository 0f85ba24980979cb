// Measures what a goal (--until) does to the numbers of a tournament that stops there, and how many games an interval
// takes beside those that `referee games-needed` computes: simulated tournaments.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "referee/tournament/figures/statistics/games_needed.hpp"
#include "referee/tournament/figures/statistics/goal.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/round_robin.hpp"
#include "referee/tournament/run/ladder_rater.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

namespace {

using namespace referee::tournament;

struct Kind {
    Format format = Format::round_robin;
    int entrants = 0;
    double deviation = 0;  ///< of the true ratings
    Goal goal;
};

/// What became of one tournament, or the sums of many.
struct Outcome {
    double games = 0;
    double pairs = 0, in_order = 0;        ///< neighbours of the table, and those that are in the right order
    double intervals = 0, containing = 0;  ///< of ratings, and those that contain the truth
    double given_up = 0;
};

std::unique_ptr<Schedule> schedule_of(const Kind& kind, std::uint64_t seed, int games) {
    FormatSettings settings;
    settings.format = kind.format;
    settings.games = games;
    settings.by_cycles = true;
    settings.by_widths = kind.goal.kind == Goal::Kind::elo;
    if (kind.format == Format::ladder) return std::make_unique<Ladder>(settings, kind.entrants, seed, rate_for_ladder);
    return std::make_unique<RoundRobin>(settings, kind.entrants, seed);
}

std::vector<std::size_t> order_of(const Results& results) {
    const Ratings ratings = rate(results, {.intervals = false});
    std::vector<std::size_t> order(results.entrants());
    std::iota(order.begin(), order.end(), 0);
    const auto strength = [&](std::size_t entrant) { return ratings.entrants[entrant].elo.value_or(-1e6); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return strength(a) > strength(b); });
    return order;
}

/// Plays until the goal is reached at a checkpoint, or until there are `max_games`.
Results play(const Kind& kind, const Truth& truth, std::uint64_t seed, int max_games, bool look,
             std::mt19937_64& random) {
    const auto schedule = schedule_of(kind, seed, 1'000'000);
    const auto at_a_time = kind.format == Format::ladder ? std::uint64_t{16}
                                                         : static_cast<std::uint64_t>(kind.entrants) *
                                                               static_cast<std::uint64_t>(kind.entrants - 1);
    Results results(truth.elo.size());
    FinishedGames finished;
    while (finished.size() < max_games) {
        const auto& games = schedule->ready(finished);
        for (auto i = static_cast<std::size_t>(finished.size()); i < games.size(); ++i) {
            const auto first = static_cast<std::size_t>(games[i].first),
                       second = static_cast<std::size_t>(games[i].second);
            const Score score = truth.game(first, second, random);
            results.add(first, second, score);
            GameResult result;
            result.number = games[i].number;
            if (score != Score::draw) result.winner = score == Score::win ? 0 : 1;
            finished.add(result);
        }
        if (look && is_checkpoint(static_cast<std::uint64_t>(finished.size()), at_a_time) &&
            progress_to(kind.goal, results, {}, order_of(results), posterior_for(results)).is_reached())
            break;
    }
    return results;
}

void add(Outcome& sum, const Truth& truth, const Results& results, int max_games) {
    const auto games = static_cast<double>(results.total().games());
    sum.games += games;
    sum.given_up += games >= max_games ? 1 : 0;
    const auto order = order_of(results);
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        ++sum.pairs;
        sum.in_order += truth.elo[order[i]] > truth.elo[order[i + 1]] ? 1 : 0;
    }
    const Ratings ratings = rate(results);
    for (std::size_t i = 0; i < truth.elo.size(); ++i) {
        const Rating& rating = ratings.entrants[i];
        if (!rating.interval.lower && !rating.interval.upper) continue;
        const double above = truth.on_score_scale().above(i, ratings.parts[rating.part].anchors);
        ++sum.intervals;
        const bool inside = (!rating.interval.lower || above >= *rating.interval.lower) &&
                            (!rating.interval.upper || above <= *rating.interval.upper);
        sum.containing += inside ? 1 : 0;
    }
}

std::string row(const Kind& kind, int tournaments) {
    constexpr int max_games = 20'000;
    Outcome stopped, fixed;
    std::normal_distribution<> distribution(0, kind.deviation);
    for (int i = 0; i < tournaments; ++i) {
        std::mt19937_64 random(static_cast<std::uint64_t>(i) + 1);
        Truth truth{{}, 30, 0.5};
        for (int entrant = 0; entrant < kind.entrants; ++entrant)
            truth.elo.push_back(distribution(random));
        const Results results = play(kind, truth, static_cast<std::uint64_t>(i), max_games, true, random);
        add(stopped, truth, results, max_games);
        // The same truth, and as many games, but their number did not depend on the results.
        const auto games = static_cast<int>(results.total().games());
        add(fixed, truth, play(kind, truth, static_cast<std::uint64_t>(i) + 1'000'000, games, false, random),
            max_games);
    }
    return fmt::format("| {} of {}, N(0, {}) | {} | {:.0f} | {:.1f} % | {:.1f} / {:.1f} % | {:.1f} / {:.1f} % |\n",
                       name_of(kind.format), kind.entrants, kind.deviation, to_text(kind.goal),
                       stopped.games / tournaments, 100 * stopped.given_up / tournaments,
                       100 * stopped.in_order / stopped.pairs, 100 * fixed.in_order / fixed.pairs,
                       100 * stopped.containing / stopped.intervals, 100 * fixed.containing / fixed.intervals);
}

double milliseconds_of_check(const Goal& goal) {
    std::mt19937_64 random(5);
    std::normal_distribution<> distribution(0, 200);
    Truth truth{{}, 30, 0.5};
    for (int entrant = 0; entrant < 100; ++entrant)
        truth.elo.push_back(distribution(random));
    const Results results = truth.round_robin(4, random);
    const auto order = order_of(results);
    const auto begin = std::chrono::steady_clock::now();
    progress_to(goal, results, {}, order, posterior_for(results));
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// The games that intervals of +-`elo` take in a round robin, divided by those that games_for_ratings() computes: with
/// these they are w wide, and widths fall like the root of the games.
double needed_of_computed(double elo, std::size_t entrants, double deviation, int tournaments) {
    const double computed = games_for_ratings(elo, usual_draws, static_cast<int>(entrants));
    const int pairs = static_cast<int>(std::ceil(computed / static_cast<double>(entrants - 1) / 2));
    std::mt19937_64 random(5);
    std::normal_distribution<> strength(0, 1);
    double width = 0, ratings = 0;
    for (int i = 0; i < tournaments; ++i) {
        Truth truth{{}, 0, EqualDraws::nu(usual_draws)};
        for (std::size_t entrant = 0; entrant < entrants; ++entrant)
            truth.elo.push_back(deviation * strength(random));
        for (const Rating& rating : rate(truth.round_robin(pairs, random)).entrants) {
            width += (*rating.interval.upper - *rating.interval.lower) / 2;
            ++ratings;
        }
    }
    return std::pow(width / ratings / elo, 2);
}

void print_games_needed() {
    fmt::print(
        "\n## Games needed\n\nGames that intervals take in a round robin, divided by the number that games-needed "
        "--elo "
        "computes.\n\n| bots | interval | equal | strengths N(0, 20) | N(0, 100) | N(0, 200) | N(0, 400) |\n"
        "|---|---|---|---|---|---|---|\n");
    for (const double elo : {20., 50.}) {
        for (const std::size_t entrants : {3U, 4U, 10U, 20U}) {
            fmt::print("| {} | +-{} |", entrants, elo);
            for (const double deviation : {0., 20., 100., 200., 400.})
                fmt::print(" {:.2f} |", needed_of_computed(elo, entrants, deviation, entrants >= 10 ? 8 : 20));
            fmt::print("\n");
            std::fflush(stdout);
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    const int tournaments = count > 1 ? std::atoi(arguments[1]) : 200;
    const Goal los{Goal::Kind::los, 95}, elo{Goal::Kind::elo, 30};
    fmt::print(
        "## Tournaments that stop at a goal\n\n"
        "{} tournaments of each kind, first-move advantage 30 Elo, draws; at most 20000 games. The second number of a "
        "pair "
        "is that of tournaments whose number of games was fixed before.\n"
        "Targets: los=95 leaves 95 % of the neighbours in the right order; intervals contain the truth in 95 %.\n\n"
        "| tournament | goal | games | given up | neighbours in the right order | intervals that contain the truth |\n"
        "|---|---|---|---|---|---|\n",
        tournaments);
    for (const Format format : {Format::round_robin, Format::ladder}) {
        for (const Kind& kind : {Kind{format, 2, 50, los}, Kind{format, 4, 200, los}, Kind{format, 8, 300, los},
                                 Kind{format, 2, 50, elo}, Kind{format, 8, 150, elo}}) {
            fmt::print("{}", row(kind, tournaments));
            std::fflush(stdout);
        }
    }
    fmt::print("\nOne look at 100 entrants: los {:.0f} ms; elo {:.0f} ms far from it and {:.0f} ms near it.\n",
               milliseconds_of_check(los), milliseconds_of_check({Goal::Kind::elo, 1}),
               milliseconds_of_check({Goal::Kind::elo, 1000}));
    print_games_needed();
    return 0;
}

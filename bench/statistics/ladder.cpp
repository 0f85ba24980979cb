// Compares the order that a ladder finds with that of a round robin of as many games, in simulated tournaments.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "bench/measure.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/round_robin.hpp"
#include "referee/tournament/run/ladder_rater.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

namespace {

using namespace referee::tournament;

/// How good an order is.
struct Quality {
    double tau = 0;         ///< Kendall's, against the true order
    double neighbours = 0;  ///< share of the pairs of true neighbours that are in the right order
    double top_one = 0;     ///< 1 if the first is the best
    double top_three = 0;   ///< 1 if the first three are the best three, in any order
    double min_share = 0;   ///< the share of the games of the entrant with the fewest, times the number of entrants
    double max_share_of_pair = 0;  ///< the share of the games of the pair with the most
};

struct KindOfField {
    std::string name;
    int entrants = 0;
    /// The true ratings.
    std::function<std::vector<double>(std::mt19937_64&)> draw;
};

std::vector<double> normal(int entrants, double deviation, std::mt19937_64& random) {
    std::normal_distribution<> distribution(0, deviation);
    std::vector<double> elo;
    for (int i = 0; i < entrants; ++i)
        elo.push_back(distribution(random));
    return elo;
}

std::vector<double> even(int entrants, double step) {
    std::vector<double> elo;
    for (int i = 0; i < entrants; ++i)
        elo.push_back(step * i);
    return elo;
}

KindOfField normal_field(int entrants, double deviation) {
    return {fmt::format("{} of N(0, {})", entrants, deviation), entrants,
            [=](std::mt19937_64& random) { return normal(entrants, deviation, random); }};
}

std::vector<KindOfField> fields() {
    return {normal_field(8, 100),
            normal_field(12, 200),
            normal_field(30, 200),
            {"12, 60 apart", 12, [](std::mt19937_64&) { return even(12, 60); }},
            {"12, 60 apart, the best two 2", 12, [](std::mt19937_64&) {
                 auto elo = even(12, 60);
                 elo[11] = elo[10] + 2;
                 return elo;
             }}};
}

/// Plays a schedule until so many games are played, asking for more whenever all are played.
FinishedGames play(Schedule& schedule, const Truth& truth, int games, std::mt19937_64& random) {
    FinishedGames results;
    while (results.size() < games) {
        const auto& known = schedule.ready(results);
        const auto begin = static_cast<std::size_t>(results.size());
        if (begin == known.size()) break;
        for (std::size_t i = begin; i < known.size() && results.size() < games; ++i) {
            const Score score =
                truth.game(static_cast<std::size_t>(known[i].first), static_cast<std::size_t>(known[i].second), random);
            GameResult result;
            result.number = known[i].number;
            if (score != Score::draw) result.winner = score == Score::win ? 0 : 1;
            results.add(result);
        }
    }
    return results;
}

double share_of_ordered(const std::vector<double>& truth, const Estimates& found, bool neighbours_only) {
    std::vector<int> order(truth.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return truth[static_cast<std::size_t>(a)] > truth[static_cast<std::size_t>(b)]; });
    double right = 0, all = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < (neighbours_only ? std::min(i + 2, order.size()) : order.size()); ++j) {
            right += found.difference(order[i], order[j]) > 0 ? 1 : 0;
            ++all;
        }
    }
    return right / all;
}

/// Whether the first `count` of both orders are the same.
bool same_top(const std::vector<double>& truth, const Estimates& found, std::size_t count) {
    std::vector<int> by_truth(truth.size());
    std::iota(by_truth.begin(), by_truth.end(), 0);
    std::vector<int> by_games = by_truth;
    std::sort(by_truth.begin(), by_truth.end(),
              [&](int a, int b) { return truth[static_cast<std::size_t>(a)] > truth[static_cast<std::size_t>(b)]; });
    std::sort(by_games.begin(), by_games.end(), [&](int a, int b) { return found.difference(a, b) > 0; });
    by_truth.resize(count);
    by_games.resize(count);
    std::sort(by_truth.begin(), by_truth.end());
    std::sort(by_games.begin(), by_games.end());
    return by_truth == by_games;
}

Quality quality_of(Schedule& schedule, const Truth& truth, int games, std::mt19937_64& random) {
    const int entrants = static_cast<int>(truth.elo.size());
    const FinishedGames results = play(schedule, truth, games, random);
    const auto& played = schedule.ready(results);
    const Estimates found = rate_for_ladder(entrants, played, results);
    std::vector<double> counts(truth.elo.size());
    std::map<std::pair<int, int>, double> met;
    for (const PlannedGame& game : played) {
        if (results.find(game.number) == nullptr) continue;
        counts[static_cast<std::size_t>(game.first)] += 0.5;
        counts[static_cast<std::size_t>(game.second)] += 0.5;
        met[std::minmax(game.first, game.second)] += 1;
    }
    Quality quality;
    quality.tau = 2 * share_of_ordered(truth.elo, found, false) - 1;
    quality.neighbours = share_of_ordered(truth.elo, found, true);
    quality.top_one = same_top(truth.elo, found, 1) ? 1 : 0;
    quality.top_three = same_top(truth.elo, found, 3) ? 1 : 0;
    quality.min_share = *std::min_element(counts.begin(), counts.end()) * entrants / results.size();
    for (const auto& [pair, count] : met)
        quality.max_share_of_pair = std::max(quality.max_share_of_pair, count / results.size());
    return quality;
}

std::unique_ptr<Schedule> ladder(int entrants, std::uint64_t seed) {
    FormatSettings settings;
    settings.format = Format::ladder;
    return std::make_unique<Ladder>(settings, entrants, seed, rate_for_ladder);
}

std::unique_ptr<Schedule> round_robin(int entrants, std::uint64_t seed, int each) {
    FormatSettings settings;
    settings.games = each;
    return std::make_unique<RoundRobin>(settings, entrants, seed);
}

/// The mean of many tournaments, and the standard error of the difference of Kendall's tau.
struct Means {
    Quality of_ladder, of_round_robin;
    double error_of_tau = 0;
};

void add(Quality& sum, const Quality& one, double share) {
    sum.tau += share * one.tau;
    sum.neighbours += share * one.neighbours;
    sum.top_one += share * one.top_one;
    sum.top_three += share * one.top_three;
    sum.min_share += share * one.min_share;
    sum.max_share_of_pair += share * one.max_share_of_pair;
}

Means compare(const KindOfField& field, int each, int tournaments) {
    Means means;
    std::vector<double> gains;
    const int games = field.entrants * (field.entrants - 1) / 2 * each;
    for (int i = 0; i < tournaments; ++i) {
        std::mt19937_64 random(static_cast<std::uint64_t>(i) + 1);
        const Truth truth{field.draw(random), 30, 0.5};
        const auto seed = static_cast<std::uint64_t>(i);
        const Quality one = quality_of(*ladder(field.entrants, seed), truth, games, random);
        const Quality other = quality_of(*round_robin(field.entrants, seed, each), truth, games, random);
        add(means.of_ladder, one, 1. / tournaments);
        add(means.of_round_robin, other, 1. / tournaments);
        gains.push_back(one.tau - other.tau);
    }
    const double mean = std::accumulate(gains.begin(), gains.end(), 0.) / tournaments;
    double squares = 0;
    for (const double gain : gains)
        squares += (gain - mean) * (gain - mean);
    means.error_of_tau = std::sqrt(squares / tournaments / tournaments);
    return means;
}

/// The longest CPU time to choose a batch, in milliseconds, while everybody plays about ten pairs.
double slowest_choice(int entrants) {
    std::mt19937_64 random(7);
    const Truth truth{normal(entrants, 200, random), 30, 0.5};
    const auto schedule = ladder(entrants, 7);
    FinishedGames results;
    std::vector<double> times;
    while (results.size() < 20 * entrants) {
        const std::clock_t begin = std::clock();
        const auto& games = schedule->ready(results);
        times.push_back(1000. * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        for (auto i = static_cast<std::size_t>(results.size()); i < games.size(); ++i) {
            const Score score =
                truth.game(static_cast<std::size_t>(games[i].first), static_cast<std::size_t>(games[i].second), random);
            GameResult result;
            result.number = games[i].number;
            if (score != Score::draw) result.winner = score == Score::win ? 0 : 1;
            results.add(result);
        }
    }
    fmt::print(
        "\nChoosing a batch for {} entrants: median {:.1f} ms, longest {:.1f} ms of CPU time (target: below 50 ms).\n",
        entrants, bench::median(times), *std::max_element(times.begin(), times.end()));
    return *std::max_element(times.begin(), times.end());
}

}  // namespace

int main(int count, char** arguments) {
    const int tournaments = count > 1 ? std::atoi(arguments[1]) : 100;
    fmt::print(
        "## The order that a ladder finds\n\n"
        "{} tournaments of each kind, ladder / round robin of as many games; first-move advantage 30 Elo, draws.\n"
        "Targets: tau and neighbours of the ladder at least those of the round robin; the least at a third of the mean "
        "or more.\n\n"
        "| field | games | Kendall's tau | (gain ± error) | neighbours right | best found | best three found | least "
        "played, of the mean | the most frequent pair |\n"
        "|---|---|---|---|---|---|---|---|---|\n",
        tournaments);
    for (const KindOfField& field : fields()) {
        for (const int each : {2, 8, 32}) {
            if (field.entrants > 20 && each > 8) continue;
            const Means means = compare(field, each, field.entrants > 20 ? tournaments / 4 : tournaments);
            const Quality &a = means.of_ladder, &b = means.of_round_robin;
            fmt::print(
                "| {} | {} | {:.3f} / {:.3f} | {:+.3f} ± {:.3f} | {:.1f} / {:.1f} % | {:.1f} / {:.1f} % | {:.1f} / "
                "{:.1f} % | {:.2f} / {:.2f} | {:.1f} / {:.1f} % |\n",
                field.name, field.entrants * (field.entrants - 1) / 2 * each, a.tau, b.tau, a.tau - b.tau,
                means.error_of_tau, 100 * a.neighbours, 100 * b.neighbours, 100 * a.top_one, 100 * b.top_one,
                100 * a.top_three, 100 * b.top_three, a.min_share, b.min_share, 100 * a.max_share_of_pair,
                100 * b.max_share_of_pair);
            std::fflush(stdout);
        }
    }
    return slowest_choice(100) < 50 ? 0 : 1;
}

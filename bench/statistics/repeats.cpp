// Measures how often intervals contain the truth, and how often a sure verdict is wrong, if bots repeat their games:
// simulated round robins from one start. Each ordered pairing has a number of different games with unequal chances.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <random>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/statistics/repeats.hpp"
#include "referee/tournament/statistics/superiority.hpp"
#include "tests/referee/tournament/statistics/simulated.hpp"

namespace {

using namespace referee::tournament;

struct Kind {
    std::size_t entrants;
    int lines;  ///< the number of different games of an ordered pairing; 1: deterministic bots
    int games_a_side;
    double falling = 1 / 4.;  ///< each game has 2^-falling times the chance of the one before
};

struct Sums {
    double intervals = 0, containing = 0;
    double sure = 0, wrong = 0;  ///< verdicts about two entrants with a likelihood above 97.5 %, and the wrong ones
    double errors = 0, error = 0;
};

/// The result of each game of an ordered pairing is drawn once.
Results play(const Kind& kind, const Truth& truth, std::mt19937_64& random, bool count_repeats) {
    Results results(kind.entrants);
    Repeats repeats;
    std::vector<double> chances;
    for (int line = 0; line < kind.lines; ++line)
        chances.push_back(std::exp2(-line * kind.falling));
    std::discrete_distribution<int> choose(chances.begin(), chances.end());
    for (std::size_t a = 0; a < kind.entrants; ++a) {
        for (std::size_t b = 0; b < kind.entrants; ++b) {
            if (a == b) continue;
            std::vector<Score> scores;
            for (int line = 0; line < kind.lines; ++line)
                scores.push_back(truth.game(a, b, random));
            for (int game = 0; game < kind.games_a_side; ++game) {
                const int line = choose(random);
                const Score score = scores[static_cast<std::size_t>(line)];
                results.add(a, b, score);
                repeats.add({a, b, std::nullopt, static_cast<std::uint64_t>(line), game}, score);
            }
        }
    }
    if (!count_repeats) repeats.take_out_of(results);
    return results;
}

void add(Sums& sums, const Results& results, const Truth& truth) {
    const Ratings ratings = rate(results);
    const Superiority likelihood = superiority(results, ratings.posterior.get());
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < results.entrants(); ++i)
        all.push_back(i);
    for (const std::size_t i : all) {
        const double above = truth.on_score_scale().above(i, all);
        const auto& [lower, upper] = ratings.entrants[i].interval;
        sums.intervals += 1;
        sums.containing += lower && upper && *lower <= above && above <= *upper ? 1 : 0;
        if (ratings.entrants[i].elo) {
            sums.errors += 1;
            sums.error += (*ratings.entrants[i].elo - above) * (above > 0 ? 1 : -1);
        }
        for (const std::size_t j : all) {
            if (i == j || likelihood(i, j) < 0.975) continue;
            sums.sure += 1;
            sums.wrong += truth.elo[i] < truth.elo[j] ? 1 : 0;
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    const int tournaments = count > 1 ? std::atoi(arguments[1]) : 400;
    fmt::print("round robins from one start, true ratings with a standard deviation of 100 Elo, {} of each kind\n\n",
               tournaments);
    fmt::print("{:>8} {:>6} {:>6}   {:>22}   {:>22}\n", "", "", "", "without repeats", "repeats count");
    fmt::print("{:>8} {:>6} {:>6}   {:>8} {:>6} {:>6}   {:>8} {:>6} {:>6}\n", "entrants", "lines", "games", "held %",
               "wrong", "bias", "held %", "wrong", "bias");
    for (const Kind& kind : {Kind{8, 1, 10}, Kind{8, 1, 50}, Kind{8, 4, 10}, Kind{8, 30, 10}, Kind{8, 30, 50},
                             Kind{4, 30, 200}, Kind{4, 10, 200, 1}, Kind{4, 1000, 200, 1 / 200.}, Kind{20, 30, 10}}) {
        fmt::print("{:>8} {:>6} {:>6}", kind.entrants, kind.lines, 2 * kind.games_a_side);
        for (const bool count_repeats : {false, true}) {
            std::mt19937_64 random(11);
            Sums sums;
            for (int i = 0; i < tournaments; ++i) {
                std::normal_distribution<double> strength(0, 100);
                Truth truth;
                truth.nu = 0.5;
                truth.first_move = 30;
                for (std::size_t entrant = 0; entrant < kind.entrants; ++entrant)
                    truth.elo.push_back(strength(random));
                add(sums, play(kind, truth, random, count_repeats), truth);
            }
            fmt::print("   {:>8.1f} {:>5.1f}% {:>+6.0f}", 100 * sums.containing / sums.intervals,
                       sums.sure > 0 ? 100 * sums.wrong / sums.sure : 0., sums.error / sums.errors);
        }
        fmt::print("\n");
    }
}

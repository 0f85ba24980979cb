// Measures how often intervals contain the truth, how often a sure verdict is wrong, and how often a rating contradicts
// the score, if bots repeat their games: simulated tournaments from one start.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "referee/tournament/figures/statistics/pentanomial.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/statistics/repeats.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "tests/referee/tournament/figures/statistics/simulated.hpp"

namespace {

using namespace referee::tournament;

/// Each ordered pairing has a number of different games with unequal chances.
struct Pairings {
    std::size_t entrants;
    int lines;  ///< the number of different games of an ordered pairing; 1: deterministic bots
    int games_a_side;
    double falling = 1 / 4.;  ///< each game has 2^-falling times the chance of the one before
};

struct Counts {
    double intervals = 0, containing = 0;
    double sure = 0, wrong = 0;  ///< verdicts about two entrants with a likelihood above 97.5 %, and the wrong ones
    double errors = 0, error = 0;
};

/// The result of each game of an ordered pairing is drawn once.
Results play(const Pairings& kind, const Truth& truth, std::mt19937_64& random, bool count_repeats) {
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
                repeats.add({a, b, static_cast<std::uint64_t>(line), game});
            }
        }
    }
    if (!count_repeats) repeats.weigh(results);
    return results;
}

void add(Counts& sums, const Results& results, const Truth& truth) {
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

/// Two bots that play a main line with these probabilities, when one or the other moves first; all their other games
/// differ.
struct TwoBots {
    const char* name;
    std::array<double, 2> main;
    /// Whether the main line is a loss of the first bot, which wins three quarters of the others, or none if the
    /// results of lines are drawn.
    bool lost = false;
};

struct SumsOfTwo {
    double wrong_sign = 0, holds_strength = 0, holds_score = 0, sure = 0, wrong = 0, share = 0;
};

/// `games`: on each side.
void add(SumsOfTwo& sums, const TwoBots& bots, int games, std::mt19937_64& random) {
    std::normal_distribution<double> strength(0, 50);
    Truth truth;
    truth.nu = 0.5;
    const double elo = bots.lost ? *elo_of_score(0.75) / score_scale(0, truth.nu) : strength(random);
    truth.elo = {elo, -elo};
    if (bots.lost) truth.elo = {elo / 2, -elo / 2};
    Results results(2);
    Repeats repeats;
    double score = 0;  // of the first bot in the long run
    std::uint64_t new_line = 2;
    for (const std::size_t side : {0U, 1U}) {
        const std::size_t first = side, second = 1 - side;
        const Score line = bots.lost ? (side == 0 ? Score::loss : Score::win) : truth.game(first, second, random);
        const auto points = [&](Score of_first) {
            const double of_side = static_cast<int>(of_first) / 2.;
            return side == 0 ? of_side : 1 - of_side;
        };
        double mean_of_others = 0;
        for (int i = 0; i < 2000; ++i)
            mean_of_others += points(truth.game(first, second, random)) / 2000;
        score += (bots.main[side] * points(line) + (1 - bots.main[side]) * mean_of_others) / 2;
        for (int game = 0; game < games; ++game) {
            const bool is_main = uniform(random) < bots.main[side];
            const Score result = is_main ? line : truth.game(first, second, random);
            results.add(first, second, result);
            repeats.add({first, second, is_main ? side : new_line++, static_cast<int>(side) + 2 * game});
        }
    }
    repeats.weigh(results);
    const Difference difference = *difference_of(rate(results), 0, 1);
    const auto holds = [&](double truth_of_it) {
        return *difference.interval.lower <= truth_of_it && truth_of_it <= *difference.interval.upper ? 1 : 0;
    };
    const double half_points = static_cast<double>(results.between(0, 1).half_points());
    sums.wrong_sign += (half_points - 2 * games) * difference.elo < 0 ? 1 : 0;
    const Truth scaled = truth.on_score_scale();
    sums.holds_strength += holds(scaled.elo[0] - scaled.elo[1]);
    sums.holds_score += holds(*elo_of_score(std::clamp(score, 0.001, 0.999)));
    const double likelihood = std::max(*difference.los, 1 - *difference.los);
    sums.sure += likelihood > 0.975 ? 1 : 0;
    sums.wrong += likelihood > 0.975 && difference.elo * (truth.elo[0] - truth.elo[1]) < 0 ? 1 : 0;
    sums.share += (results.evidence({0, 1}).games() + results.evidence({1, 0}).games()) / (2 * games);
}

void print_two_bots(int tournaments) {
    constexpr int games = 100;
    fmt::print(
        "\ntwo bots, {} games, {} tournaments of each kind. The columns: Elo that contradict the score, intervals that "
        "contain\nthe difference of strength and the Elo of the score in the long run, sure and wrong verdicts on "
        "strength, and evidence\n\n{:<46} {:>8} {:>9} {:>7} {:>6} {:>7} {:>7}\n",
        2 * games, tournaments, "", "sign", "strength", "score", "sure", "wrong", "games");
    for (const TwoBots& bots : {TwoBots{"no repeats", {0, 0}}, TwoBots{"a line on one side, always", {1, 0}},
                                TwoBots{"a line on one side, in half of its games", {0.5, 0}},
                                TwoBots{"a line on both sides, in half of the games", {0.5, 0.5}},
                                TwoBots{"a line on both sides, in 9 of 10 games", {0.9, 0.9}},
                                TwoBots{"a line on both sides, in 1 of 10 games", {0.1, 0.1}},
                                TwoBots{"half of the games lost, 3/4 of the others won", {0.5, 0.5}, true}}) {
        std::mt19937_64 random(12);
        SumsOfTwo sums;
        for (int i = 0; i < tournaments; ++i)
            add(sums, bots, games, random);
        const auto percent = [&](double part) { return 100 * part / tournaments; };
        const std::string strength = bots.lost ? "-" : fmt::format("{:.1f}%", percent(sums.holds_strength));
        fmt::print("{:<46} {:>7.1f}% {:>9} {:>6.1f}% {:>5.1f}% {:>6.1f}% {:>7.1f}\n", bots.name,
                   percent(sums.wrong_sign), strength, percent(sums.holds_score), percent(sums.sure),
                   percent(sums.wrong), 2 * games * sums.share / tournaments);
    }
}

void print_round_robins(int tournaments) {
    fmt::print("round robins from one start, true ratings with a standard deviation of 100 Elo, {} of each kind\n\n",
               tournaments);
    fmt::print("{:>8} {:>6} {:>6}   {:>22}   {:>22}\n", "", "", "", "without repeats", "repeats count");
    fmt::print("{:>8} {:>6} {:>6}   {:>8} {:>6} {:>6}   {:>8} {:>6} {:>6}\n", "entrants", "lines", "games", "held %",
               "wrong", "bias", "held %", "wrong", "bias");
    for (const Pairings& kind :
         {Pairings{8, 1, 10}, Pairings{8, 1, 50}, Pairings{8, 4, 10}, Pairings{8, 30, 10}, Pairings{8, 30, 50},
          Pairings{4, 30, 200}, Pairings{4, 10, 200, 1}, Pairings{4, 1000, 200, 1 / 200.}, Pairings{20, 30, 10}}) {
        fmt::print("{:>8} {:>6} {:>6}", kind.entrants, kind.lines, 2 * kind.games_a_side);
        for (const bool count_repeats : {false, true}) {
            std::mt19937_64 random(11);
            Counts sums;
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

}  // namespace

/// `repeats [N]`: N tournaments of each kind.
int main(int count, char** arguments) {
    const int tournaments = count > 1 ? std::atoi(arguments[1]) : 400;
    print_round_robins(tournaments);
    print_two_bots(tournaments);
}
